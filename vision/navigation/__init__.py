"""Menus, tabs, links, breadcrumbs, page numbers, accordions, chips and title bars."""
