"""Buttons under a message, each with one effect."""

from dataclasses import dataclass
from enum import Enum, auto


class ButtonKind(Enum):
    """What a button does with its target."""

    CALL_BACK = auto()
    """It sends the bot a callback query with this data."""
    LINK = auto()
    """It opens this address."""
    MINI_APP = auto()
    """It opens the Mini App at this address."""
    SHARE = auto()
    """It asks the bot this query in the chat that the person then chooses (inline mode)."""


@dataclass(frozen=True, slots=True)
class MessageButton:
    """A button under a message."""

    label: str
    target: str
    kind: ButtonKind = ButtonKind.CALL_BACK

    @property
    def data(self) -> str:
        """The data of a callback button; "" for any other kind."""
        return self._target_if(ButtonKind.CALL_BACK)

    @property
    def url(self) -> str:
        """The address of a link; "" for any other kind."""
        return self._target_if(ButtonKind.LINK)

    @property
    def web_app(self) -> str:
        """The address of a Mini App; "" for any other kind."""
        return self._target_if(ButtonKind.MINI_APP)

    @property
    def share(self) -> str:
        """The query of a share button; "" for any other kind."""
        return self._target_if(ButtonKind.SHARE)

    def _target_if(self, kind: ButtonKind) -> str:
        return self.target if self.kind is kind else ""


Keyboard = tuple[tuple[MessageButton, ...], ...]
"""The buttons of a message, row by row."""
