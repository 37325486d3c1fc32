"""Notices about time: leave, silence, extensions and outages."""
