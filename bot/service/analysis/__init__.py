"""Use cases of analyses: permission to see one, and requests for one."""
