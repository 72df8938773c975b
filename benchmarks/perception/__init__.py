"""Perception against the truth: which controls are seen, as what, under which name and state."""

from benchmarks.perception.suite import Perception

SUITE = Perception()
