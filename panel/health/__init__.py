"""The tab Health: whether everything works, why not, and repairing it."""
