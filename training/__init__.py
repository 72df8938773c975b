"""Making Deskhand's own small models: labelled screenshots, icons with names, and the training."""
