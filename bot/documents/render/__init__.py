"""The sheets and the board as pictures: `bot.documents.render.view` in, PNG bytes out.

Pure functions of their view: no game, no database, no language but the labels they are given. They
take tens of milliseconds of processor time, so a caller in the event loop uses a thread; nothing
here is tied to one.
"""
