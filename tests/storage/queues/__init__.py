"""Tests of what waits: the inbox, the outbox and their rows."""
