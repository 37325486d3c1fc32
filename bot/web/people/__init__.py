"""Mini App sessions, and people's calendars."""
