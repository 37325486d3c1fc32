"""Notices about competitions, groups and standings."""
