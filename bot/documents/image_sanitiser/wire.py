"""The protocol between the bot and the sanitiser process, and the results of a picture."""

from struct import Struct
from typing import Final

LENGTH: Final = Struct(">I")
"""Four bytes before each part: its length."""
MADE, TOO_LARGE, UNUSABLE = b"+", b">", b"-"
"""The first byte of an answer: re-encoded, too large, or unusable."""


class Unusable(Exception):  # noqa: N818  (named after the state of the file)
    """A file that a person sent cannot be passed on: no picture, broken, or no longer available."""


class TooLarge(Unusable):
    """The picture takes more memory, or more of Telegram's space, than the limits allow."""
