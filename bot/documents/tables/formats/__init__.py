"""Turn files into rows of text, within limits."""
