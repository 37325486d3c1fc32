"""Tests of matches and their results."""
