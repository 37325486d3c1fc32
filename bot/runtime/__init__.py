"""The base of the bot: configuration, clock, logging, rate limits and the unit of work."""
