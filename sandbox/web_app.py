"""The data that Telegram signs for a Mini App: `initData`, as a bot's server checks it.

All fields but the signature, sorted, one a line; HMAC-SHA256 with a key that is itself the
HMAC-SHA256 of the bot's token under `WebAppData`.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from urllib.parse import urlencode

from sandbox.chats import Account


def init_data(token: str, account: Account, at: float, /, **more: str) -> str:
    """Return the signed data for that person at that second of Unix time, as a query string.

    `more` has further fields. They are signed, and replace fields of the same name; a `hash` among
    them is used unsigned.
    """
    user = {
        "id": account.id,
        "first_name": account.name,
        "language_code": account.language_code,
        "allows_write_to_pm": True,
    }
    fields = {
        "query_id": f"AA{account.id}",
        "user": json.dumps(user, ensure_ascii=False, separators=(",", ":")),
        "auth_date": str(int(at)),
        **more,
    }
    return urlencode({**fields, "hash": more.get("hash", _hash(token, fields))})


def _hash(token: str, fields: Mapping[str, str]) -> str:
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields) if name != "hash")
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()
