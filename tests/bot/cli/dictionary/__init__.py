"""Tests of word lists from hunspell dictionaries."""
