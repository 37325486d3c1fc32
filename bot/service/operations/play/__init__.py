"""Operations of playing a game."""
