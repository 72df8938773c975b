"""Random screens and tasks through suggestions, prompts and replies: `deskhand bench fuzz`."""
