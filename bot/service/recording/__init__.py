"""Writing: events to logs, rows for lists, and deadlines, with all their consequences."""
