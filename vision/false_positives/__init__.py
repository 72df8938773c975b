"""Boxes of the detector that are no controls: why each kind of them is left out."""
