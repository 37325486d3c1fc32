"""The Bot API through python-telegram-bot, the only package that imports that library.

    client.py    one bot at one server: fetches updates, sends parcels, downloads files
    files.py     people's files, piece by piece
    posting.py   parcels as messages: send, edit, answer
    reading.py   an update as an `Incoming`
    uploads.py   cached file ids: each file is uploaded once
    errors.py    the library's errors as those of `bot.texts.delivery`

This module only sets how the library is loaded.
"""

import os

# Durations as timedelta, as in the library's next version.
os.environ.setdefault("PTB_TIMEDELTA", "true")
