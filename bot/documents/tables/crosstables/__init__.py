"""Crosstables of a season that is over: players in rows and columns, games in the cells."""
