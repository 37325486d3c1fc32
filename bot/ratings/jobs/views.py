"""A page of what was worked out as it is shown in chat: a picture, words and buttons. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.texts.messages import Button, Buttons, Picture, Text, say

_LONGEST_NUMBER: Final = 17
"""Digits."""


@dataclass(frozen=True, slots=True)
class View:
    """A message with a picture."""

    text: Text
    buttons: Buttons
    picture: Picture


def number_in(text: str) -> int | None:
    """Return the number of a list or run that a button's data names; None: there cannot be such.

    Whoever checks whose it is, and whoever then reads it, must mean the same one.
    """
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def turning(page: int, pages: int, data: Callable[[int], str]) -> tuple[Button, ...]:
    """Return the buttons to the pages before and after, in a circle; none where there is one page.

    `data` tells what the button to a page says.
    """
    if pages == 1:
        return ()
    back, on = (page - 1) % pages, (page + 1) % pages
    return (
        Button(say("button.list_back", page=back + 1, pages=pages), data(back)),
        Button(say("button.list_on", page=on + 1, pages=pages), data(on)),
    )
