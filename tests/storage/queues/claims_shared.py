"""What `test_claims` and other tests share."""

BREAK = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
"""Breaks every connection to a database."""
