"""Tables of messages between players, and of blocks on them."""
