"""Pictures that are drawn once: tests that copy a stored table show the same games.

A picture depends only on its view, so that a test gets the same bytes. So does the page *How to
play* of every public site, which only its texts change.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Final, TypeVar

import pytest

from bot.documents.views import how
from bot.site import help_pages
from bot.transport.sending import game_pictures

MOST: Final = 400
"""The number of pictures of each kind that are kept."""

View = TypeVar("View")


def once(render: Callable[[View], bytes]) -> Callable[[View], bytes]:
    """Return a function that draws each view once."""
    drawn: dict[bytes, bytes] = {}

    def found_or_drawn(view: View) -> bytes:
        shown = repr(view)
        assert " at 0x" not in shown, "a part of the view has no text of its own"
        key = sha256(shown.encode()).digest()
        if key not in drawn:
            if len(drawn) == MOST:
                del drawn[next(iter(drawn))]
            drawn[key] = render(view)
        return drawn[key]

    return found_or_drawn


_DRAWN: Final = {
    name: once(getattr(game_pictures, name))
    for name in ("render_board", "render_competition_sheet", "render_time_sheet")
}
_PRINTED: Final = {name: cache(getattr(how, name)) for name in ("how_page", "how_picture")}


def remember(patch: pytest.MonkeyPatch) -> None:
    """Have the bot of this process draw equal pictures once."""
    for name, render in _DRAWN.items():
        patch.setattr(game_pictures, name, render)
    for name, make in _PRINTED.items():
        patch.setattr(help_pages, name, make)
