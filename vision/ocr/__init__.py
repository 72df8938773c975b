"""Text recognisers, one engine a file; see `vision.recognise` for the list."""
