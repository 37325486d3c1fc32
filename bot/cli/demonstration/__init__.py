"""The demonstration: a whole match between two programs, through the bot and a real Bot API server.

Nothing here is used by the bot itself; the players see what players see, and press what they press.
"""
