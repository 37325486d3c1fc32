"""Tests of the public site."""
