"""What must never go wrong: tasks that forbid or exempt something, with nobody who is asked."""

from benchmarks.never.suite import Never

SUITE = Never()
