"""Handlers of disputes, rulings and the arbiter's task list."""
