"""Use cases of matches and their results."""
