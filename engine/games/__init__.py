"""One game: its events, its commands and its state.

This package does not know matches or competitions.
"""
