"""The event log and the durable queues around it. Imports nothing from the bot."""
