"""Passwords: where they are kept, and that they are never shown or written down."""
