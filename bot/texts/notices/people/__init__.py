"""Notices about people: roles, invitations, settings and forgetting."""
