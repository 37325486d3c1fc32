"""Tests of people: roles, invitations, settings and forgetting."""
