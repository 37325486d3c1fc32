"""Messages between people."""
