"""Readers of cases."""
