"""Moves as text: conditional moves and lines of notebooks."""
