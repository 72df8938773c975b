"""Ways: what nearly every program of a kind does by the same keys, written down as short steps."""
