"""Tests of letter sequences: drawn, checked, counted (art. 1.3)."""
