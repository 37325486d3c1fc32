"""Checks of imported games, before anything is recorded."""
