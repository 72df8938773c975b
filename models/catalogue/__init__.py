"""Which models there are, and what is known of each."""
