"""Requests for friendly matches in the Mini App."""
