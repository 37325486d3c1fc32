"""Tests of the tables beside matches."""
