"""Operations in disputes (art. 7.2, 10): decisions, rulings and word queries."""
