"""Rows, columns, lists, trees, spreadsheets and calendars: entries by what is beside them."""
