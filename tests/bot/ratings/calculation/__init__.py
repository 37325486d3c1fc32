"""Tests of what a calculation takes, and of its results."""
