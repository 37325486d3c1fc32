"""Handlers of ratings."""
