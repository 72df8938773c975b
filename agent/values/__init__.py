"""Dates, times, amounts and numbers: found in a text, and written as a field wants them."""
