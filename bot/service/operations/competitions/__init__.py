"""Operations of competitions: last days, order and entries (art. 2, 6, 9)."""
