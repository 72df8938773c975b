"""What a task forbids: found in its words, and kept to by every action."""
