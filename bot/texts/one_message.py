"""Keeps a text within one message: of one that was split, only the last part could be edited."""

from collections.abc import Iterable
from typing import Final

from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from bot.texts.splitting import shown_length

LONGEST: Final = 3900
"""The most visible units in Romanian; a message holds 4096, and other languages are longer."""


def first_fitting(drafts: Iterable[Text]) -> Text:
    """Return the first of the drafts that fits into one message, or else the last.

    There is at least one draft.
    """
    *longer, shortest = drafts
    return next(filter(fits, longer), shortest)


def fits(text: Text) -> bool:
    """Return whether the text fits into one message in Romanian, with room for English."""
    return shown_length(load_catalogue("ro").html(text)) <= LONGEST
