"""Measuring Deskhand on real tasks: `python -m benchmarks`, or `make bench`."""
