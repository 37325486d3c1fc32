"""The durable queues: inbox, outbox and their rows."""
