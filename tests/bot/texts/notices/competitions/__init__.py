"""Tests of competitions, groups and standings."""
