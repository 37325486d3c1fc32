"""Mini App requests about playing a game."""
