"""The readers of a unit of work: each loads a thing once and remembers it."""
