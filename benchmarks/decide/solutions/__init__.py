"""Scripted solutions of MiniWoB++ pages: what is right next, from what a page shows."""
