"""The individual championship: standings, stages and rounds from tables that were read.

`season` is what the command line and the chat share. The rules are in `engine.cnis`, the reading of
files in `bot.tables`.
"""
