"""Which application does a task need? Written requests, beside programs described by entries."""

from benchmarks.choosing.suite import Choosing

SUITE = Choosing()
