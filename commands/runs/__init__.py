"""deskhand run, and what concerns runs: stopping, pausing, records, routines."""
