"""Tests of time: leave, silence, extensions and outages."""
