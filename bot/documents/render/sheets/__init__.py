"""Draw the competition sheet and the thinking-time sheet."""
