"""Jobs: ratings and championship tables, calculated from people's files.

A person has one job at a time. The bot collects files and asks about doubtful names; a process of
its own does the rest. The same files in the same order give the same list.

`bot.ratings.lists` makes lists and terms, `bot.ratings.cnis` standings and rounds.
"""
