"""Commands for analyses."""
