"""Competitions at the desk: set up, drawn, started, standing, closed (art. 2, 6, 9)."""
