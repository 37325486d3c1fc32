"""Handlers of matches and their results."""
