"""Who opened the Mini App, as Telegram has signed it: `initData`, checked.

The signature is an HMAC-SHA256 over all fields but `hash`, sorted, a line each; its key is made of
the bot's token. Pure: the instant is an argument.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import parse_qsl

LIFE: Final = timedelta(hours=1)
"""How long what was signed is good for."""
SKEW: Final = timedelta(minutes=1)
"""By how much Telegram's clock may be ahead of ours."""
BIGGEST: Final = 2**63
"""No database stores such a number."""
LONGEST: Final = 8192
"""Characters; what Telegram signs is a tenth of that."""


class BadInitDataError(Exception):
    """It was not signed for this bot, not within the hour, or says not who it is for."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whom Telegram has shown the Mini App to."""

    id: int
    """Of his account."""
    language: str
    """What the app announces, e.g. `ro`; may be empty."""


def signature(fields: dict[str, str], token: str) -> str:
    """Return the signature of these fields, in hex; a `hash` among them is left out."""
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields) if name != "hash")
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return hmac.digest(key, lines.encode(), hashlib.sha256).hex()


def visitor(init_data: str, token: str, now: datetime) -> Visitor:
    """Return who it is for.

    Raises:
        BadInitDataError: it proves nothing.
    """
    if len(init_data) > LONGEST:
        raise BadInitDataError
    try:
        pairs = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True)
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise BadInitDataError  # one of two values was signed; nobody can say which is meant
        wanted, given = signature(fields, token), fields.get("hash", "")
        if not hmac.compare_digest(wanted.encode(), given.encode()):
            raise BadInitDataError
        signed_at = datetime.fromtimestamp(int(fields["auth_date"]), UTC)
        user = json.loads(fields["user"])
        number, language = user["id"], str(user.get("language_code") or "")
    except (KeyError, TypeError, ValueError, OverflowError, OSError, AttributeError) as error:
        raise BadInitDataError from error
    is_stale = not now - LIFE <= signed_at <= now + SKEW
    if is_stale or type(number) is not int or not 0 < number < BIGGEST:
        raise BadInitDataError
    return Visitor(number, language)
