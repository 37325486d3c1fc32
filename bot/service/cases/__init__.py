"""Use cases of disputes (art. 7.2, 10): claims, the arbiter's card, rulings and notifications."""
