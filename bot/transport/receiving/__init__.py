"""Receives updates, stores them, and handles each in one transaction."""
