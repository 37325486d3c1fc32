"""Mini App requests about people: roles, invitations, settings and forgetting."""
