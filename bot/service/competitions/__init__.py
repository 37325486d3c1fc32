"""Competitions at the service: set up, drawn, started, standing, closed (art. 2, 6, 9)."""
