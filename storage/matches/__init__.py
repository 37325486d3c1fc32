"""Tables of matches and their results."""
