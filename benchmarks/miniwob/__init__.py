"""MiniWoB++ from pixels: 130 small web tasks (Liu et al., 2018) in Chromium."""

from benchmarks.miniwob.suite import Miniwob

SUITE = Miniwob()
