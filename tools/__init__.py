"""Tools that check and generate parts of the project; not installed with the bot."""
