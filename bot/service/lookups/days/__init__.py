"""What was used of the leave."""
