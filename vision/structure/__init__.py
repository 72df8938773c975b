"""What belongs to what: labels, groups, tables, alerts, areas that scroll."""
