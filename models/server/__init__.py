"""Running a model on a server that the person named."""
