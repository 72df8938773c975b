"""Text and keys on their way to a program, under any keyboard layout."""
