"""The individual championship: standings, stages and rounds from tables that were read.

    season    what the command line and the chat share
    tables    what comes of it, as tables to be shown
    working   a task about it, in the process of `bot.ratings.jobs`
    typed     what is typed instead of sent: a scale, places line by line
    views     tables that are kept, shown in chat, drawn and printed

The rules are in `engine.cnis`, the reading of files in `bot.documents.tables`.
"""
