"""Draw the sheets and the board: values of `bot.documents.render.view` in, PNG bytes out.

Pure functions of the view: no game, no database, and no language except the labels given. Each
takes tens of milliseconds of processor time, so a caller in the event loop uses a thread. Any
thread may call them.
"""
