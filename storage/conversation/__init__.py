"""Tables of lines, letters and channels."""
