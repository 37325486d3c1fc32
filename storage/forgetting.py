"""Forgetting a person: everything kept of him outside the logs is erased, and that is logged.

Which table keeps what, and what becomes of it, is told in `storage.personal`, and where he is still
needed in `storage.needed`; here it is done. The hashed logs know people by number alone, and stay
as they are. What others wrote in words of their own may still name him: an arbiter's reason is part
of his decision.
"""

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, or_, select, update

from engine.ids import PersonId
from engine.person_events import PersonForgotten
from storage import log, people, statements
from storage.groups import GroupKind
from storage.outbox import QUEUED
from storage.personal import KEPT, Fate, his
from storage.schema import (
    chat_lines,
    due,
    group_chats,
    inbox,
    invites,
    metadata,
    outbox,
    persons,
    rating_files,
    rating_work,
    topics,
    waiting,
)
from storage.schema import statements as told
from storage.streams import person_stream

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

NOBODYS_CHAT: Final = -1
"""Where messages were sent to people who are forgotten: no chat has this number."""


_CAPTION: Final = "relayed.sheet"
"""The message that passes on a person's photograph, with what he wrote under it."""


class AlreadyForgotten(Exception):  # noqa: N818  (says what is the case)
    """The person was forgotten before."""


async def forget(
    tx: "AsyncConnection", person: PersonId, at: "datetime", withdrawn: str
) -> dict[str, int]:
    """Erase what is kept about a person outside the logs; return how many rows in which table.

    `withdrawn` is what he is called from now on. He is a stranger if he ever writes again.

    Raises:
        AlreadyForgotten: there is nothing left to forget.
        KeyError: there is no such person.
    """
    known = await people.get(tx, person)
    stream = person_stream(person)
    if (await log.head(tx, stream)).seq:
        raise AlreadyForgotten(person)
    counts = {
        "rating_files": await _forget_files(tx, person),
        "group_chats": await _forget_archive(tx, person),
        "due": await _count(tx, delete(due).where(due.c.stream == stream)),
        "outbox": await _forget_messages(tx, known.chat),
    }
    counts["outbox"] += await _reword(tx, await _words_of(tx, known, withdrawn))
    counts["persons"] = await _forget_expected(tx, person, withdrawn)
    counts["statements"] = await statements.erase(tx, person)
    for name, kept in KEPT.items():
        where = his(name, kept, person, known.chat)
        if kept.fate is Fate.DELETED and where is not None:
            counts[name] = await _count(tx, delete(metadata.tables[name]).where(where))
    await _blank(tx, person, withdrawn)
    await log.append(tx, stream, 0, [PersonForgotten(at=at, person=person)], at)
    return {name: count for name, count in sorted(counts.items()) if count}


async def _count(tx: "AsyncConnection", statement: Any) -> int:
    return int((await tx.execute(statement)).rowcount)


async def _forget_expected(tx: "AsyncConnection", person: PersonId, withdrawn: str) -> int:
    """Take his name from the places kept for him, which he took by invitation; return how many.

    A place is kept under the name an arbiter wrote, for a person of its own number; the logs know
    the match's beginning by that number.
    """
    taken = select(invites.c.person).where(invites.c.used_by == person)
    kept = persons.c.id.in_(taken) & (persons.c.id != person) & persons.c.telegram_id.is_(None)
    names = set((await tx.execute(select(persons.c.name).where(kept))).scalars())
    for name in names - {withdrawn}:
        bare = _Words(name=name, withdrawn=withdrawn, texts=frozenset(), about=frozenset())
        await _reword(tx, bare)
    blank = update(persons).where(kept).values(name=withdrawn, club="")
    return await _count(tx, blank)


async def _forget_files(tx: "AsyncConnection", person: PersonId) -> int:
    tokens = select(rating_work.c.token).where(rating_work.c.person == person)
    return await _count(tx, delete(rating_files).where(rating_files.c.token.in_(tokens)))


async def _forget_archive(tx: "AsyncConnection", person: PersonId) -> int:
    """Unlink the group with his copies; a competition's group stays the competition's."""
    archive = (group_chats.c.person == person, group_chats.c.kind == GroupKind.ARCHIVE.value)
    chats = select(group_chats.c.chat).where(*archive)
    await tx.execute(delete(topics).where(topics.c.chat.in_(chats)))
    return await _count(tx, delete(group_chats).where(*archive))


async def _forget_messages(tx: "AsyncConnection", chat: int | None) -> int:
    """Keep of what he was sent only that games' messages were delivered, and when."""
    if chat is None:
        return 0
    sent = outbox.c.chat == chat
    gone = delete(outbox).where(sent, or_(outbox.c.about == "", outbox.c.state == QUEUED))
    count = await _count(tx, gone)
    for number, payload in (
        await tx.execute(select(outbox.c.id, outbox.c.payload).where(sent))
    ).all():
        told = _written({**json.loads(payload), "to": NOBODYS_CHAT})
        values = {"chat": NOBODYS_CHAT, "payload": told, "message_ids": "", "error": ""}
        await tx.execute(update(outbox).where(outbox.c.id == number).values(**values))
        count += 1
    return count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What is his in messages to others: his name, and what he wrote."""

    name: str
    withdrawn: str
    texts: frozenset[str]
    about: frozenset[str]
    """The games and cases in which he wrote."""

    def without(self, value: Any) -> Any:
        """Return JSON with the new name for his, and … for what he wrote."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.without(each) for each in value]
        if isinstance(value, dict):
            mine = value.get("key") == _CAPTION and value["params"].get("who") == self.name
            bare = {**value, "params": {**value["params"], "note": None}} if mine else value
            return {key: self.without(each) for key, each in bare.items()}
        return value

    def _text(self, value: str) -> str:
        if value == self.name:
            return self.withdrawn
        if value in self.texts:
            return "…"
        if " " not in self.name:  # a given name alone is many people's
            return value
        pattern = rf"(?<!\w){re.escape(self.name)}(?!\w)"
        return re.sub(pattern, lambda _: self.withdrawn, value)


async def _words_of(tx: "AsyncConnection", known: people.Person, withdrawn: str) -> _Words:
    lines = select(chat_lines.c.text, chat_lines.c.game_id).where(chat_lines.c.author == known.id)
    said = select(told.c.text, told.c.case_id).where(told.c.author == known.id)
    rows = [*(await tx.execute(lines)).all(), *(await tx.execute(said)).all()]
    return _Words(
        name=known.name,
        withdrawn=withdrawn,
        texts=frozenset(text for text, _ in rows if text),
        about=frozenset(about for _, about in rows),
    )


async def _reword(tx: "AsyncConnection", words: _Words) -> int:
    """Take him out of messages to others, of their drafts, and of what they wrote to the bot."""
    changed = 0
    for column in (outbox.c.payload, inbox.c.raw, waiting.c.value):
        keys = list(column.table.primary_key)
        named = column.contains(_stored(words.name), autoescape=True)
        if column is outbox.c.payload:
            named = or_(named, outbox.c.about.in_(words.about))
        for row in (await tx.execute(select(*keys, column).where(named))).all():
            kept = json.loads(row[-1])
            if (without := words.without(kept)) == kept:
                continue
            this = [key == value for key, value in zip(keys, row[:-1], strict=True)]
            change = update(column.table).where(*this).values({column.name: _written(without)})
            await tx.execute(change)
            changed += column is outbox.c.payload
    return changed


def _stored(name: str) -> str:
    """Return how a name stands inside JSON."""
    return json.dumps(name, ensure_ascii=False)[1:-1]


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def _blank(tx: "AsyncConnection", person: PersonId, withdrawn: str) -> None:
    """Leave of him the number and the new name; his account is free."""
    blank = {
        "telegram_id": None,
        "chat": None,
        "name": withdrawn,
        "language": None,
        "quiet_from": None,
        "quiet_to": None,
        "reachable": False,
        "arbiter": False,
        "club": "",
        "digest": "off",
        "rating_keeper": False,
        "time_zone": "Europe/Bucharest",
        "reminder_hour": 9,
    }
    await tx.execute(update(persons).where(persons.c.id == person).values(**blank))
