"""Use cases of people: roles, invitations, settings and forgetting."""
