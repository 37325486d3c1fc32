"""Readers of arrivals and outages."""
