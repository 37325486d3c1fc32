"""The individual championship: standings, stages and rounds, calculated from tables.

The rules are in `engine.cnis`; `bot.documents.tables` reads the files.
"""
