"""Calculations of the service: from values to values, without a unit of work."""
