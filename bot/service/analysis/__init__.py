"""Use cases of analyses: who may see one, and asking for it."""
