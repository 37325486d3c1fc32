"""Announcements on devices by Web Push: encryption, the sender's key, and their carrier."""
