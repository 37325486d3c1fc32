"""Notices about disputes, rulings and the arbiter's task list."""
