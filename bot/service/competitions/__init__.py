"""Use cases of competitions: set-up, draws, start, standings, closing (art. 2, 6, 9)."""
