"""Commands that analyse games."""
