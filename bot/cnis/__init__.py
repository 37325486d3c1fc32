"""The individual championship, from tables that were read to standings, stages and rounds.

The rules are in `engine.cnis`, the reading of files in `bot.tables`. Nothing here knows the command
line, Telegram or a language.
"""
