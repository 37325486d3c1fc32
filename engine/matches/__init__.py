"""A match: two games between two people, their leave, and the results (art. 1.2).

This package does not know competitions, except that a match may belong to one.
"""
