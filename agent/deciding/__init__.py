"""Deciding: what can be done on a screen, what is suggested, and what the model chose."""
