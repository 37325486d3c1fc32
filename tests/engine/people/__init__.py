"""Tests of what identifies people."""
