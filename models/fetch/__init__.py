"""Fetching weights: where they are, what is left to fetch, and that the hash is right."""
