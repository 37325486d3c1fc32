"""When things are due: deadlines and digests, and what is news in them."""
