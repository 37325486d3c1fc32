"""The demonstration: a match between two programs, through the bot and a real Bot API server.

The bot itself does not use this package. The players see and press only what people can.
"""
