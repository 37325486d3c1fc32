"""Lines between two people."""
