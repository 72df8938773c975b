"""Rows and columns: entries by what is beside them."""
