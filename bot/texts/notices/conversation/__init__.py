"""Notices about lines, letters and channels."""
