"""Tables of analyses."""
