"""What an episode stands on: a prepared scene, its programs and windows, the run on it."""
