"""Controls by trained networks: the detector, a closer look at its boxes, what scores them."""
