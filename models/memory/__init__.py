"""What fits into this machine, and what is loaded now."""
