"""Who may see the analysis of a game."""
