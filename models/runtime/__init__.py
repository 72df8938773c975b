"""Running a model in this process: tokens, replies, pictures."""
