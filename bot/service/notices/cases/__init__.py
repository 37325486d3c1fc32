"""Messages about disputes: cards and rulings (art. 7.2, 10)."""
