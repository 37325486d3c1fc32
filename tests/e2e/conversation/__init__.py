"""Tests of lines, letters and channels."""
