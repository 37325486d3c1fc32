"""Writing of deadlines and digests."""
