"""The ledger of a game: its time log, day by day, and the entries."""
