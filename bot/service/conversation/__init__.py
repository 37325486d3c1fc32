"""Use cases of lines, letters and channels."""
