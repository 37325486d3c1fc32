"""The facts of disputes (art. 7.2, 10)."""
