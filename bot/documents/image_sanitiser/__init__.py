"""The image sanitiser: a process of its own re-encodes pictures that people sent.

`client` is the bot's side: it starts the process, sends it one picture at a time, and ends it.
`python -m bot.documents.image_sanitiser` is the process; `reencoding` is the work done there.
"""
