"""Requests for games, posted to groups."""
