"""The torture: a season played against every fault we can think of, then looked at row by row.

`make torture`, or `python -m tools.torture`. The bot's programs are real processes and are really
killed; people, Telegram and trouble live in this process. What must hold at the end, whatever
happened, stands in `inspection`.
"""
