"""Menus, tabs, links, breadcrumbs, chips and title bars."""
