"""Messages with a page of a table as a picture, and the buttons between the pages. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.pictures import Picture


@dataclass(frozen=True, slots=True)
class PictureMessage:
    """A message with a picture."""

    text: Text
    buttons: Buttons
    picture: Picture


def page_buttons(page: int, pages: int, data: Callable[[int], str]) -> tuple[Button, ...]:
    """Return buttons to the previous and next page, in a circle; none for a single page.

    Pages count from 0; `data` returns the button data for a page.
    """
    if pages <= 1:
        return ()
    previous, following = (page - 1) % pages, (page + 1) % pages
    return (
        Button(say("button.list_back", page=previous + 1, pages=pages), data(previous)),
        Button(say("button.list_on", page=following + 1, pages=pages), data(following)),
    )
