"""Tests of days and leave."""
