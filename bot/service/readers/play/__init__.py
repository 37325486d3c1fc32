"""Readers of games, previews and embargoes."""
