"""Arbiters' tasks and cases in the Mini App."""
