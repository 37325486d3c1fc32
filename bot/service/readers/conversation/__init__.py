"""Readers of open questions."""
