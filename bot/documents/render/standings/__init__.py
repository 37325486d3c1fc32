"""Drawing: crosstables and overall orders."""
