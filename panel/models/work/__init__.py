"""What is done with models: downloads, adding, loading, measuring, optional parts."""
