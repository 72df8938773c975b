"""Seeing as ordered lists of passes over one scene: see `phases`."""
