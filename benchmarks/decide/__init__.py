"""Deciding without a desktop: recorded and written screens, each with the right next actions."""
