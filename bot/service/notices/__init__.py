"""Messages that nobody asked for: when and how each is sent."""
