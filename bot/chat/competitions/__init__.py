"""Handlers of competitions, groups and standings."""
