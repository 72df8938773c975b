"""Mouse, keyboard and screen: an action of the run carried out, and what came of it."""
