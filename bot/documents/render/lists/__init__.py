"""Draw lists and charts."""
