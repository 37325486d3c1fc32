"""Disputes at the service (art. 7.2, 10): claims, the arbiter's card, rulings and who is told."""
