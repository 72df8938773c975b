"""Our detector of controls: a small YOLO with real classes, trained from labelled screenshots."""
