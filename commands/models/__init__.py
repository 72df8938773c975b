"""deskhand models: list, fetch, choose, import, measure."""
