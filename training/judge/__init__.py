"""Trains what judges the boxes of the detector by all that was seen around them."""
