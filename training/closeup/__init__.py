"""Trains what takes a closer look at the boxes of the detector."""
