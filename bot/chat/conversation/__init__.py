"""Handlers of lines, letters and channels."""
