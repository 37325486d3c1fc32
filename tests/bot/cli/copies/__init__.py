"""Tests of commands that make, move and restore whole databases."""
