"""Writing of matches."""
