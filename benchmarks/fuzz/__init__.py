"""Random screens and tasks through choices, prompt, grammar and reply: `deskhand bench fuzz`."""
