"""A task: its words and values, its parts, and which of them are done."""
