"""Tasks on real applications, checked by what came of them."""

from benchmarks.apps.suite import SUITE, TASKS

__all__ = ["SUITE", "TASKS"]
