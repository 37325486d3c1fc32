"""The way out: what waits in the outbox is worded, drawn and sent, each chat in its order."""
