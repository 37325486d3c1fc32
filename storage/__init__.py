"""The stored truth: an event log and the durable queues around it. Never knows the bot."""

import storage.lean  # noqa: F401  (before anything of SQLAlchemy)
