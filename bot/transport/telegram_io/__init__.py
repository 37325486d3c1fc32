"""The Bot API through python-telegram-bot, the only package that imports that library.

This module only sets how the library is loaded.
"""

import os

# Durations as timedelta, as in the library's next version.
os.environ.setdefault("PTB_TIMEDELTA", "true")
