"""Controls by trained networks, closer looks at them and their scores; and why a box is no control."""
