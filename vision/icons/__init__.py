"""Pictures: which ones are icons, and what they are called."""
