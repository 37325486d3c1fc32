"""One calculation of ratings or championship tables: its system, its task, its files, its results.

`bot.ratings.lists` and `bot.ratings.cnis` calculate; `bot.ratings.jobs` runs them for people.
"""
