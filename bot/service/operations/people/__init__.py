"""Operations of people: who they are."""
