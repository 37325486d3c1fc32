"""Readers of matches and of the last days of phases."""
