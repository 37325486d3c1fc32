"""Writing of people."""
