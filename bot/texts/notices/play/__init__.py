"""Notices about playing a game."""
