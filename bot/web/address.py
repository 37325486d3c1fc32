"""The address of the Mini App."""

from typing import Final
from urllib.parse import quote

PATH: Final = "/app"
STOP: Final = f"{PATH}/mail/stop/"
"""Where a person ends their mails; the token follows."""


def address_of(public_url: str, game: str = "") -> str:
    """Return the Mini App's address for that game, or without one for the game due first."""
    return f"{public_url}{PATH}/" + (f"?game={quote(game, safe='')}" if game else "")
