"""Messages with a page of a table as a picture: the buttons between pages, and their data. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.pictures import Picture

_LONGEST_NUMBER: Final = 17
"""The most digits of a number in a button's data; every such number fits in a database."""


@dataclass(frozen=True, slots=True)
class PictureMessage:
    """A message with a picture."""

    text: Text
    buttons: Buttons
    picture: Picture


def number_in(text: str) -> int | None:
    """Return the number of a list or run in a button's data; None if it is not a possible number.

    All code must parse it the same way, so that the checked list is the one that is read.
    """
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def page_buttons(page: int, pages: int, data: Callable[[int], str]) -> tuple[Button, ...]:
    """Return buttons to the previous and next page, in a circle; none for a single page.

    `data` returns the button data for a page.
    """
    if pages == 1:
        return ()
    previous, following = (page - 1) % pages, (page + 1) % pages
    return (
        Button(say("button.list_back", page=previous + 1, pages=pages), data(previous)),
        Button(say("button.list_on", page=following + 1, pages=pages), data(following)),
    )
