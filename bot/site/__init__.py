"""The public site: pages about the competitions that everybody may see, built from the log.

The same log gives the same bytes: no clock, no randomness. No page contains an account, a chat, a
message or a person's number. `engine.embargo` decides what of a game is shown,
`bot.runtime.public_names` the names of people. `bot.web.public` serves the site.
"""
