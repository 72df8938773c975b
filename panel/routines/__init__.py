"""The tab Routines, the offer of a routine under the task, and saving a run as a routine."""
