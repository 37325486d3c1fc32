"""Handlers of people: roles, invitations, settings and forgetting."""
