"""The event log, the projections, the durable queues, and other stored data.

This package imports nothing from the bot. One folder for each subject; `schema` has the tables.
"""
