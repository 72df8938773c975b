"""What runs a benchmark: its jobs, the worker processes, the wordings of tasks."""
