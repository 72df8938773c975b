"""Repairs of text that was read: missing spaces, underlines, cursors, pictures read as letters."""
