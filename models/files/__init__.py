"""Deskhand's own files: the weights, the settings, what was measured."""
