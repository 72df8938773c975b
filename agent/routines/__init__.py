"""Routines: tasks that were done once and can be done again with other values."""
