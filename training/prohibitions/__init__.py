"""What teaches which phrases of a task forbid or exempt something."""
