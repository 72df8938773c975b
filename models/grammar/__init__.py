"""Grammars: read, checked, and kept to while a reply is written."""
