"""Use cases of messages between people: to opponents, to arbiters, and channels."""
