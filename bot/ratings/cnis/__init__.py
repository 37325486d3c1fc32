"""The individual championship: standings, stages and rounds, calculated from tables.

    season    standings and titles, for the command line and the chat
    rounds    the next round of a tournament
    tables    results as tables to show
    tasks     a task of the championship, in the process of `bot.ratings.jobs`
    views     stored tables in chat, drawn and printed; typed scales and places

The rules are in `engine.cnis`; `bot.documents.tables` reads the files.
"""
