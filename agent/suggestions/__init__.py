"""Suggestions: what the words of the task point at on the screen, for the model to choose from."""
