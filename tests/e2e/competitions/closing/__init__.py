"""Tests of closing dates: what ends a phase, and what moves it."""
