"""Where a run works: the person's display, one window of it, or a virtual desktop."""
