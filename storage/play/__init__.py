"""Tables of a game in progress: moves being prepared or entered, notes, and rows for lists."""
