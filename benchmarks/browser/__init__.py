"""Chromium with pages from a server on this machine, and what is really on them."""
