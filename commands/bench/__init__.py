"""deskhand bench: measure models and settings."""
