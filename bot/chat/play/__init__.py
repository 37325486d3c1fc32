"""Handlers of playing a game."""
