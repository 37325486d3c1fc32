"""Draw crosstables and overall standings."""
