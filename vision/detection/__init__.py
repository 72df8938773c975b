"""Controls by trained networks, closer looks at them and scores; and why a box is no control."""
