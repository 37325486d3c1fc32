"""A competition that is being set up."""
