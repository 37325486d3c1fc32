"""Tests of word lists and their storage as graphs (art. 3)."""
