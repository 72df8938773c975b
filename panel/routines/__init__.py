"""Routines and notes on the page: offered, kept, listed."""
