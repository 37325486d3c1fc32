"""Forgets a person: erases all their data outside the logs, and logs that.

`storage.people.personal_data` lists each table's data and its treatment.
`storage.people.obligations` finds where a person is still needed. `storage.people.rewording`
removes them from others' messages. The hashed logs contain only a person's number and stay
unchanged. Other people's own texts may still name the person: an arbiter's reason is part of the
decision.

A database leaves erased data in place until other data overwrites it: SQLite in free pages and the
write-ahead log, a server in dead rows. `wipe` removes that, too. It cannot reach former blocks on a
disk, or backups.
"""

import asyncio
import json
import sqlite3
from contextlib import closing
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import DBAPIError

from engine.ids import PersonId
from engine.person_events import PersonForgotten
from storage import log
from storage.cases import statements
from storage.competitions import competition_rows as competitions
from storage.competitions import sign_ups
from storage.competitions.groups import GroupKind
from storage.days import due as due_rows
from storage.errors import BadDatabase, reason_of
from storage.matches import match_rows
from storage.people import people, rewording
from storage.people.personal_data import KEPT, ForgettingRule, rows_of_person
from storage.people.rewording import NOBODYS_CHAT, PersonalWords, written
from storage.play import game_rows
from storage.queues.outbox import QUEUED
from storage.ratings import published_lists as ratings
from storage.schema import (
    due,
    group_chats,
    invites,
    metadata,
    outbox,
    persons,
    rating_files,
    rating_work,
    topics,
)
from storage.streams import person_stream

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database


FORGOTTEN: Final = "forgotten"
"""The kind of the deadline after which the person's seats become free and their practice game
ends.
"""


class AlreadyForgotten(Exception):  # noqa: N818  (the name needs no suffix)
    """The person was already forgotten."""


async def forget(
    tx: "AsyncConnection", person: PersonId, at: "datetime", withdrawn: str
) -> dict[str, int]:
    """Erase a person's data outside the logs; return the number of rows for each table.

    `withdrawn` is the person's new name. If they write again, they are a stranger.

    Raises:
        AlreadyForgotten: nothing is left to forget.
        KeyError: there is no such person.
    """
    known = await people.get(tx, person)
    stream = person_stream(person)
    if (await log.head(tx, stream)).seq:
        raise AlreadyForgotten(person)
    words = await rewording.words_of(tx, known, withdrawn)
    is_signed_up = await sign_ups.is_active(tx, person)
    counts = {
        "rating_files": await _forget_files(tx, person),
        "group_chats": await _forget_archive(tx, person),
        "due": await _count(tx, delete(due).where(due.c.stream == stream)),
        "outbox": await _forget_messages(tx, words.account),
        "inbox": await rewording.forget_updates(tx, words),
    }
    counts["outbox"] += await rewording.reword(tx, words)
    counts["persons"] = await _forget_expected(tx, person, withdrawn)
    for name in await sign_ups.names_of(tx, person):
        await rewording.reword(tx, PersonalWords(name=name, withdrawn=withdrawn))
    counts["statements"] = await statements.erase(tx, person)
    counts["rated_names"] = await ratings.forget_name(tx, person, withdrawn)
    for name, kept in KEPT.items():
        where = rows_of_person(name, kept, person, words.account)
        if kept.fate is ForgettingRule.DELETED and where is not None:
            gone = await _count(tx, delete(metadata.tables[name]).where(where))
            counts[name] = counts.get(name, 0) + gone
    await _blank(tx, person, withdrawn)
    plays = (
        await competitions.played_by(tx, person)
        or await match_rows.matches_played_by(tx, person)
        or await game_rows.practised_by(tx, person)
    )
    if is_signed_up or plays:
        await due_rows.put(tx, due_rows.DueRow(stream=stream, kind=FORGOTTEN, due_at=at))
    await log.append(tx, stream, 0, [PersonForgotten(at=at, person=person)], at)
    return {name: count for name, count in sorted(counts.items()) if count}


async def _count(tx: "AsyncConnection", statement: Any) -> int:
    return int((await tx.execute(statement)).rowcount)


async def _forget_expected(tx: "AsyncConnection", person: PersonId, withdrawn: str) -> int:
    """Remove the person's name from seats taken by invitation; return how many.

    A seat has the name that an arbiter wrote, under a number of its own, which the log of the match
    uses. A seat that was freed since belongs to another person.
    """
    had = invites.c.used_by == person
    taken = select(invites.c.person).where(had, invites.c.voided_at.is_(None))
    kept = persons.c.id.in_(taken) & (persons.c.id != person) & persons.c.telegram_id.is_(None)
    names = set((await tx.execute(select(persons.c.name).where(kept))).scalars())
    for name in names - {withdrawn}:
        await rewording.reword(tx, PersonalWords(name=name, withdrawn=withdrawn))
    blank = update(persons).where(kept).values(name=withdrawn, club="")
    return await _count(tx, blank)


async def _forget_files(tx: "AsyncConnection", person: PersonId) -> int:
    tokens = select(rating_work.c.token).where(rating_work.c.person == person)
    return await _count(tx, delete(rating_files).where(rating_files.c.token.in_(tokens)))


async def _forget_archive(tx: "AsyncConnection", person: PersonId) -> int:
    """Unlink the group with the person's copies; a competition's group stays linked."""
    archive = (group_chats.c.person == person, group_chats.c.kind == GroupKind.ARCHIVE.value)
    chats = select(group_chats.c.chat).where(*archive)
    await tx.execute(delete(topics).where(topics.c.chat.in_(chats)))
    return await _count(tx, delete(group_chats).where(*archive))


async def _forget_messages(tx: "AsyncConnection", chat: int | None) -> int:
    """Delete the person's messages; of those about games, keep only the record of delivery.

    The recipient's chat identifies the messages, in any lane of the outbox.
    """
    if chat is None:
        return 0
    count = 0
    columns = (outbox.c.id, outbox.c.payload, outbox.c.about, outbox.c.state)
    named = select(*columns).where(or_(outbox.c.payload.contains(str(chat)), outbox.c.chat == chat))
    for number, payload, about, state in (await tx.execute(named)).all():
        message = json.loads(payload)
        if message.get("to", chat) != chat:
            continue
        this = outbox.c.id == number
        if not about or state == QUEUED:
            count += await _count(tx, delete(outbox).where(this))
            continue
        told = written({**message, "to": NOBODYS_CHAT})
        values = {"chat": NOBODYS_CHAT, "payload": told, "message_ids": "", "error": ""}
        count += await _count(tx, update(outbox).where(this).values(**values))
    return count


async def _blank(tx: "AsyncConnection", person: PersonId, withdrawn: str) -> None:
    """Keep only the person's number and the new name; the account becomes free."""
    blank = {
        "telegram_id": None,
        "chat": None,
        "name": withdrawn,
        "account": "",
        "language": None,
        "quiet_from": None,
        "quiet_to": None,
        "reachable": False,
        "arbiter": False,
        "club": "",
        "digest": "off",
        "rating_keeper": False,
        "mute": False,
        "public_name": "",
        "minor": False,
        "volunteer": False,
        "time_zone": "Europe/Bucharest",
        "reminder_hour": 9,
    }
    await tx.execute(update(persons).where(persons.c.id == person).values(**blank))


PATIENCE: Final = 15.0
"""The seconds for which `wipe` waits for other programs to release the write-ahead log."""
_MOMENT: Final = 0.05


async def wipe(db: "Database") -> None:
    """Rewrite the database without the erased data; other programs may keep working.

    Raises:
        BadDatabase: it was locked all the time, or the disk has no room for a second copy; retry
            later.
    """
    try:
        if db.shared:
            connection = await db.connection()
            try:
                await connection.exec_driver_sql("VACUUM")
            finally:
                await connection.close()
        else:
            await asyncio.to_thread(_rewritten, db.file)
    except (sqlite3.Error, DBAPIError) as error:
        msg = f"{db} could not be written anew: {reason_of(error)}"
        raise BadDatabase(msg) from error


def _rewritten(file: "Path") -> None:
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        until = monotonic() + PATIENCE
        while (connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())[0]:
            if monotonic() > until:
                msg = "somebody reads it all the time"
                raise sqlite3.OperationalError(msg)
            sleep(_MOMENT)
