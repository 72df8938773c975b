"""Every setting that a person can change: described once, read and written for command line and
panel alike. They lie in two files of the data folder, policy.toml (what runs may do) and
settings.toml (what they use)."""
