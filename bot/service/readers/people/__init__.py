"""Readers of people."""
