"""The image sanitiser: a process of its own re-encodes pictures that people sent.

`darkroom` is the bot's side: it starts the process, sends it one picture at a time, and ends it.
`python -m bot.documents.darkroom` is the process; `making` is the work done there.
"""
