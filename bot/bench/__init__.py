"""The bench: people's files are read, checked and worked out in a process of their own.

`bench` is the bot's side of it, `process` runs it, `python -m bot.bench` is run, `working` is what
it does, and `outcomes` is what is said of it afterwards.
"""
