"""Formatted texts: entities, and the HTML parse mode."""
