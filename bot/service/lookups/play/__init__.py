"""Waiting games and held moves."""
