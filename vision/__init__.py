"""Seeing: pixels of the screen become a textual element map.

Knows nothing of tasks, models or actions. Importing this package loads no heavy library.
"""
