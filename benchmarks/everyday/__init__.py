"""Everyday web pages that other authors wrote, each with a task: is it done, and is harm done?"""

from benchmarks.everyday.suite import Everyday

SUITE = Everyday()
