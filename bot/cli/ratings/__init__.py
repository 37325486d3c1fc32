"""Commands for ratings."""
