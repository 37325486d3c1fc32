"""Tests of the running program."""
