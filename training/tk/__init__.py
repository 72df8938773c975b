"""Labelled screenshots of windows of Tk. It tells AT-SPI nothing: they tell their own widgets."""
