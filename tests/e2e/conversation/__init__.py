"""Tests of chat lines, letters and channels."""
