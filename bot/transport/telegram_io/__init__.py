"""The Bot API through python-telegram-bot: nothing outside this package imports that library.

    client.py    one bot at one server: fetch updates, carry out parcels, download files
    files.py     what people have sent, piece by piece
    posting.py   parcels as messages: made, changed, answered
    reading.py   what an update says, as an `Incoming`
    errors.py    the library's errors as those of `bot.texts.delivery`

Here stands only how the library is to be loaded.
"""

import os

# Waiting times come as durations, as the library's next version will have them.
os.environ.setdefault("PTB_TIMEDELTA", "true")
