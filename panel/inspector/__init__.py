"""The tab Inspector: any frame of any run, or the screen now, with all that is known of it."""
