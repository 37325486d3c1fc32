"""The stored truth: an event log and the durable queues around it. Never knows the bot."""
