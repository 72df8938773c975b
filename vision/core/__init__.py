"""Values that all of seeing shares: boxes, elements, views of a frame, the trace of a look."""
