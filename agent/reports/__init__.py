"""Runs shown to people: exported pages, comparisons, figures."""
