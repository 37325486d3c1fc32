"""Messages about competitions: posts to groups, and free places."""
