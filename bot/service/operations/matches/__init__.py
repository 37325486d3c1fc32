"""Operations of matches and their results."""
