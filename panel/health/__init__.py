"""The tab that says whether everything works, and why not."""
