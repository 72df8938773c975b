"""Every setting that a person can change: described once, read and written for command line and
panel alike. They lie in settings.toml in the data folder."""
