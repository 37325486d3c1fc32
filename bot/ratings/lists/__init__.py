"""Rating lists, from files to messages, and how each figure was calculated.

The rules are in `engine.ratings`; `bot.documents.tables` reads the files; `bot.ratings.jobs` has
the conversation before a list. Modules that the command line uses import neither Telegram nor
languages.
"""
