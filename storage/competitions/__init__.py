"""Tables of competitions, groups and standings."""
