"""The tab Settings: every setting, and other stored data that can be removed."""
