"""The command line: one module per command, each only shows and steers."""
