"""Check `initData`, with which Telegram states who opened the Mini App.

The signature is an HMAC-SHA256 over all fields but `hash`, sorted, one a line. Its key is derived
from the bot's token. Pure: the instant is an argument.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import parse_qsl

from bot.runtime.numbers import BIGINT_END

LIFE: Final = timedelta(hours=1)
"""How long signed data is valid."""
SKEW: Final = timedelta(seconds=90)
"""How far Telegram's clock may be ahead of ours, which may be a minute slow."""
LONGEST_INIT_DATA: Final = 8192
"""The most characters accepted, ten times the usual length."""


class BadInitDataError(Exception):
    """The data is not signed for this bot, not recent, or does not identify an account."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The account that opened the Mini App."""

    id: int
    """The id of the Telegram account."""
    language: str
    """The language of the Telegram app, e.g. `ro`; may be empty."""


def signature(fields: dict[str, str], token: str) -> str:
    """Return the signature of these fields in hex; a field `hash` is left out."""
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields) if name != "hash")
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return hmac.digest(key, lines.encode(), hashlib.sha256).hex()


def visitor(init_data: str, token: str, now: datetime) -> Visitor:
    """Return the account that the data is signed for.

    Raises:
        BadInitDataError: the data is not valid.
    """
    if len(init_data) > LONGEST_INIT_DATA:
        raise BadInitDataError
    try:
        pairs = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True)
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise BadInitDataError  # with two values for a field, the signed one is unknown
        wanted, given = signature(fields, token), fields.get("hash", "")
        if not hmac.compare_digest(wanted.encode(), given.encode()):
            raise BadInitDataError
        signed_at = datetime.fromtimestamp(int(fields["auth_date"]), UTC)
        user = json.loads(fields["user"])
        number, language = user["id"], str(user.get("language_code") or "")
    except (KeyError, TypeError, ValueError, OverflowError, OSError, AttributeError) as error:
        raise BadInitDataError from error
    is_stale = not now - LIFE <= signed_at <= now + SKEW
    if is_stale or type(number) is not int or not 0 < number < BIGINT_END:
        raise BadInitDataError
    return Visitor(number, language)
