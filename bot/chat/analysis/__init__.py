"""Handlers of analyses."""
