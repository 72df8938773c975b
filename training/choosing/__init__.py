"""Teaches a language model to choose the next step: see training/README.md."""
