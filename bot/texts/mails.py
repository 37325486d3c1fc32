"""A mail as plain values: whom it reaches, what it says and shows. The transport composes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts.messages import Notice, Text
from bot.texts.reader import Reader

CODE_KEY: Final = "mail-code:"
"""The start of the key of the message whose mail brings a code."""

RECOVERY_KEY: Final = "mail-recovery:"
"""The start of the key of the message whose mail brings a link that adds a device."""

FORMER_KEY: Final = "mail-former:"
"""The start of the key of the message whose mail goes to an address that was the person's."""
FORMER_ADDRESS, FORMER_TEXT = "address", "mail"
"""The facts of that message: the address, and the text of the mail."""

APART: Final = (CODE_KEY, FORMER_KEY)
"""Mails to another address than the confirmed one; what becomes of them says nothing about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A mail to one person."""

    address: str
    reader: Reader
    subject: Text
    text: Text
    notices: Sequence[Notice] = ()
    """The messages whose pictures and files it has."""
    game: str = ""
    """The game that its link opens; empty for the messages."""
    entrance: str = ""
    """The link that lets its reader in by a press; empty for a link that signs nobody in."""
    stop: str = ""
    """What the address of the unsubscription ends with; empty for a code, which everybody may get.

    It names the person and proves that it comes from a mail to them.
    """
