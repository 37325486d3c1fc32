"""When things are due, and the texts of deadlines, reminders and case files."""
