"""What passes between the bot and the darkroom's process, and what may come of a picture."""

from struct import Struct
from typing import Final

LENGTH: Final = Struct(">I")
"""Before whatever has a length."""
MADE, TOO_LARGE, UNUSABLE = b"+", b">", b"-"
"""What came of a picture."""


class Unusable(Exception):  # noqa: N818  (says what the file is)
    """What a person sent cannot be passed on: no picture, broken, or no longer there."""


class TooLarge(Unusable):
    """A picture that takes more memory, or more of Telegram, than it may."""
