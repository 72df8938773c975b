"""Filling in forms: what a task tells by its label goes into the entry with that label, page by
page and record by record, without asking the model."""
