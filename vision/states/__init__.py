"""What is disabled, selected or focused."""
