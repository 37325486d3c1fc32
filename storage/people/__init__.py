"""Tables of people: roles, invitations, settings and forgetting."""
