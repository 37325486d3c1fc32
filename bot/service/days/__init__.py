"""Use cases of time: leave, silence, extensions and outages."""
