"""Pictures of real desktop programs from Debian's documentation packages, labelled by hand.

The labels are here; `fetch` gets the pictures.
"""
