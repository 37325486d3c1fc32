"""Where the Mini App is to be found."""

from typing import Final
from urllib.parse import quote

PATH: Final = "/app"


def address_of(public_url: str, game: str = "") -> str:
    """Return where it opens, with that game on the board; without one, with what is due first."""
    return f"{public_url}{PATH}/" + (f"?game={quote(game, safe='')}" if game else "")
