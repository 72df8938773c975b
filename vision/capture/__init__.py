"""Screens and windows: pictures of them, and what changed from one picture to the next."""
