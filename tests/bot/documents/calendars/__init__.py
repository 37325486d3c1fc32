"""Tests of calendar files."""
