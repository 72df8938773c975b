"""Language models and weights: what is offered, how it is fetched and checked, how it is run.

Knows nothing of the screen or of tasks.
"""
