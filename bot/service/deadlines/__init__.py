"""What the calendar does: when deadlines ring, what they say, and whose quiet hours they keep."""
