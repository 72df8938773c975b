"""Measuring Deskhand on real tasks: `deskhand bench NAME`, or `make bench`.

`harness/` runs the jobs of a benchmark, `episodes/` and `browser/` prepare its screens, `reports/`
tells what came out. Each other package is a benchmark.
"""
