"""Reading text: the engines, and lines split, joined and read again."""
