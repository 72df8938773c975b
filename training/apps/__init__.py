"""Labelled screenshots of real desktop applications, whose widgets AT-SPI tells."""
