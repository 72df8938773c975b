"""What may be done without a question, what only after one, and what never: rules, not the model.

Knows maps and actions, but neither models nor the screen itself.
"""
