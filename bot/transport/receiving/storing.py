"""Turns updates into inbox rows, and reads only what must be known before storing.

These are the id, the chat whose updates stay in order, and the precedence: whether the update is a
move, and whether it comes from a stranger. All input is untrusted, and any part may be missing.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeGuard

from bot.runtime.log import get_logger
from bot.runtime.numbers import BIGINT_END
from bot.runtime.unit import Runtime
from storage.queues import inbox
from storage.queues.precedence import Precedence

log = get_logger()

Plays = Callable[[str, str], bool]
"""Returns whether a typed text or a button's data is a move; of the two, one is empty."""

_HALF: Final = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair."""


async def store(runtime: Runtime, rows: Iterable[inbox.RawUpdate]) -> int:
    """Store updates with their precedence; return how many were new.

    A stranger's update has the precedence of strangers, even if it is a move.
    """
    rows = list(rows)
    chats = {row.chat for row in rows if row.chat is not None}
    async with runtime.database.transaction() as tx:
        strange = await runtime.strangers.among(tx, chats)
        prioritised = [
            replace(row, precedence=Precedence.STRANGER) if row.chat in strange else row
            for row in rows
        ]
        return await inbox.store(tx, prioritised, runtime.clock.now())


def raw_update(update: object, plays: Plays) -> inbox.RawUpdate | None:
    """Return the update as an inbox row, or None if it has no id."""
    if not isinstance(update, Mapping) or not _is_id(number := update.get("update_id")):
        keys = sorted(map(str, update)) if isinstance(update, Mapping) else type(update).__name__
        log.error("an update without an id was passed over", update=keys)
        return None
    is_move = plays(_text(update, "message", "text"), _text(update, "callback_query", "data"))
    return inbox.RawUpdate(
        update_id=number,
        chat=_chat_of(update),
        raw=storable(json.dumps(update, ensure_ascii=False)),
        precedence=Precedence.MOVE if is_move else Precedence.ASKED,
    )


def number_at(value: object, *names: str) -> int | None:
    """Return the number at that path of an update, or None if there is none that can be stored."""
    number = _at(value, *names)
    return number if _is_id(number) else None


def _text(value: object, *names: str) -> str:
    """Return the text at that path of an update, or "" if there is none."""
    text = _at(value, *names)
    return text if isinstance(text, str) else ""


def _at(value: object, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def storable(text: str) -> str:
    """Return the text without what databases refuse: NUL is left out, a lone surrogate is a ?."""
    whole = text.encode(errors="replace").decode() if _HALF.search(text) else text
    return whole.replace("\0", "")


def _chat_of(update: Mapping[str, Any]) -> int | None:
    """Return the chat whose updates stay in order, for an update of any kind; None without any."""
    for kind in ("message", "edited_message", "my_chat_member"):
        if (chat := number_at(update, kind, "chat", "id")) is not None:
            return chat
    asking = number_at(update, "inline_query", "from", "id")
    if asking is not None:
        return asking
    return number_at(update, "callback_query", "message", "chat", "id")


def _is_id(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < BIGINT_END
