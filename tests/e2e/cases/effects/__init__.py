"""Tests of what acts of an arbiter do to figures and games, and of how they are taken back."""
