"""Sends the outbox: each message is rendered, drawn and sent, in order for each chat."""
