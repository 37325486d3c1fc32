"""Tests of letter sequences: drawing, checking and counting (art. 1.3)."""
