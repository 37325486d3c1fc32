"""Checks of imported games, and a player's own proposal of coefficients."""
