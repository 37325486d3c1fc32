"""The standings of a competition as people see them.

`bot.chat.competitions.standings` checks who may see them.
"""
