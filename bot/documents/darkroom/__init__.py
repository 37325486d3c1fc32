"""The darkroom: pictures that people sent are made anew, in a process of its own.

`darkroom` is the bot's side of it: it starts the process, hands it one picture after the other, and
ends it. `python -m bot.documents.darkroom` is what it starts; `making` is what is done there.
"""
