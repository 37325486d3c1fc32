"""Addresses of the page: the Mini App, which is also the page of players in browsers."""

from typing import Final
from urllib.parse import quote

PATH: Final = "/app"
STOP: Final = f"{PATH}/mail/stop/"
"""Where a person ends their mails; the token follows."""
# What a code in a link is for: the first argument of `link_with`.
SEAT: Final = "seat"
DEVICE: Final = "device"
SIGN_UP: Final = "inscriere"
FRIENDLY: Final = "joc"
COMMAND: Final = "comanda"
"""What puts a command into the line to type in; the page never sends it by itself."""


def address_of(public_url: str, game: str = "") -> str:
    """Return the page's address for that game; without one, the page opens the game due first."""
    return f"{public_url}{PATH}/" + (f"?game={quote(game, safe='')}" if game else "")


def link_with(public_url: str, purpose: str, code: str) -> str:
    """Return the link that opens the page with this code, for example of a seat.

    The code is a fragment, which is sent to no server.
    """
    return f"{public_url}{PATH}/#{purpose}={code}"
