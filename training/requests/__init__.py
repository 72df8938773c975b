"""Trains what tells the clauses of a task that ask for something from those that only tell."""
