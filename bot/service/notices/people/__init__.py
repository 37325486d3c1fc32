"""Messages about lost data."""
