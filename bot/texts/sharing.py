"""Addresses that open a person's list of chats, with a text to send to the chosen one."""

from typing import Final
from urllib.parse import quote, urlencode

WHATSAPP: Final = "https://wa.me/"
"""The `url` of a button that opens the chats of WhatsApp instead of Telegram's."""
_TELEGRAM: Final = "https://t.me/share/url"


def sharing_address(url: str, text: str) -> str:
    """Return the address that opens the list of chats.

    Telegram shares `url` above the text. WhatsApp takes a text alone, so the text must contain
    the links.
    """
    if url == WHATSAPP:
        return _with_query(WHATSAPP, {"text": text})
    return _with_query(_TELEGRAM, {"url": url, "text": text})


def _with_query(address: str, fields: dict[str, str]) -> str:
    # A plus sign for a space, the default, would appear in the text.
    return f"{address}?{urlencode(fields, quote_via=quote)}"
