"""Likeness in meaning: a small sentence encoder for many languages, and scores from it."""
