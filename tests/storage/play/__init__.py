"""Tests of playing a game."""
