"""Tests for notices about playing a game."""
