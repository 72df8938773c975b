"""Recorded desktop sessions of ScreenAgent (Niu et al., IJCAI 2024, arXiv 2402.07945)."""

from benchmarks.screenagent.suite import Recordings

SUITE = Recordings()
