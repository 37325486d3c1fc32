"""Everything that is drawn, written or read as a file."""
