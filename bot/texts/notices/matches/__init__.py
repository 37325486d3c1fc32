"""Notices about matches and their results."""
