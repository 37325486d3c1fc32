"""What the bot answers on the web: Telegram's updates, and whoever watches over the program.

Nothing here is loaded unless the configuration asks for it.
"""
