"""Dates, times, amounts, numbers and sums: found in a text, and written as a field wants them."""
