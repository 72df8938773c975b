"""Menus, tabs, rows and columns, links, breadcrumbs, chips and title bars."""
