"""How fast this machine sees and decides, and what it needs for that."""

from benchmarks.speed.suite import Speed

SUITE = Speed()
