"""What everything in the bot stands on: the unit of work, what all share, how much one may ask."""
