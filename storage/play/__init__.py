"""Tables of playing a game."""
