"""The tab in which settings are seen and changed."""
