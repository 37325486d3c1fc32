"""Writing of games."""
