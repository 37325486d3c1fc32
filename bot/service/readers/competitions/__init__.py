"""Readers of competitions and of the groups that the bot writes to."""
