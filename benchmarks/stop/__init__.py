"""How long it takes from a stop to the end of a run: each way to stop, at each stage of a run."""

from benchmarks.stop.suite import Stopping

SUITE = Stopping()
