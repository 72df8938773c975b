"""Buttons, fields and their kinds: from boxes, from flat areas, and with the text in them."""
