"""Writing of competitions and groups."""
