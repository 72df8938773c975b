"""Learn whether a task asks for what a button does that cannot be taken back."""
