"""An announcement on devices as plain values: a title, a line, and the game that a tap opens.

It has nothing of the game itself, because it may be on a locked screen. The transport words it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.messages import Text
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class PushTarget:
    """A browser that wants announcements."""

    device: int
    """The number of its subscription."""
    endpoint: str
    """The address at its push service. Anyone who knows it may send, so it is in no log."""
    p256dh: str
    """The browser's public key, in base64url."""
    auth: str
    """The browser's secret, in base64url."""

    def __repr__(self) -> str:
        """Return the device; address and keys are never shown."""
        return f"PushTarget({self.device})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What one person is told on their devices."""

    reader: Reader
    title: Text
    line: Text
    game: str = ""
    """The game that it opens; empty for the messages. A later one about it replaces it."""
    is_turn: bool = False
    """Whether the reader is to move in that game."""
    silent: bool = False
    """Whether the device makes no sound, as the message itself."""
    targets: Sequence[PushTarget] = ()
