"""Tests of announcements on devices."""
