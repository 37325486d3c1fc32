"""Use cases of playing a game."""
