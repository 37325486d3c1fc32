"""The torture test: a season played under every kind of fault, then checked row by row.

`make torture`, or `python -m tools.torture`. The bot's programs are real processes that are really
killed; people, Telegram and faults run in this process. `inspection` lists what must be true at the
end.
"""
