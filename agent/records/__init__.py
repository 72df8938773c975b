"""The record of a run: written, read, listed, compared, exported."""
