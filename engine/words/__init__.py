"""Word lists, and the graph that stores them (art. 3)."""
