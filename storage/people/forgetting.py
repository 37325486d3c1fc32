"""Forgets a person: erases all their data outside the logs, and logs that.

`storage.people.personal_data` lists each table's data and its treatment.
`storage.people.obligations` finds where a person is still needed. `storage.people.rewording`
removes them from others' messages. The hashed logs contain only a person's number and stay
unchanged. Other people's own texts may still name the person: an arbiter's reason is part of the
decision.

`search_ahead` does most of the work in short transactions, so that games go on meanwhile.

A database leaves erased data in place until other data overwrites it: SQLite in the write-ahead
log, a server in dead rows. `storage.overwriting` removes that, too. It cannot reach former blocks
on a disk, or backups.
"""

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from engine.person_events import PersonForgotten
from storage import log
from storage.cases import statements
from storage.competitions import competition_rows, sign_ups
from storage.competitions.groups import GroupKind
from storage.days import due as due_rows
from storage.db import Database
from storage.matches import match_rows
from storage.people import devices, former_chats, people, rewording
from storage.people.devices import DeviceEnd
from storage.people.people import Person
from storage.people.personal_data import KEPT, LANES, ForgettingRule, rows_of_person
from storage.people.personal_words import NOBODYS_CHAT, PersonalWords
from storage.people.rewording import ALL, Unseen, portions, written
from storage.play import game_rows
from storage.queues.outbox import LANE, MessageState
from storage.ratings import claimed_names
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

FORGOTTEN: Final = "forgotten"
"""The kind of the deadline after which the person's seats become free and their practice game
ends.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """The result of a search ahead: what it changed, and what is still to be searched."""

    words: PersonalWords
    """The names and texts by which it searched."""
    unseen: Unseen
    """The rows that it has not searched."""
    counts: dict[str, int]
    """By table, how many rows it has changed or deleted."""


class AlreadyForgotten(Exception):  # noqa: N818  (the name needs no suffix)
    """The person was already forgotten."""


async def expect_known(tx: AsyncConnection, person: PersonId) -> Person:
    """Return the person, unless they were forgotten.

    Raises:
        AlreadyForgotten: nothing is left to forget.
        KeyError: there is no such person.
    """
    known = await people.get(tx, person)
    if await people.is_forgotten(tx, person):
        raise AlreadyForgotten(person)
    return known


async def search_ahead(db: Database, person: PersonId, withdrawn: str) -> Searched:
    """Remove the person from others' messages and from updates, in short transactions.

    Return what was searched; `forget` does the rest. It can be repeated after a failure, because
    the person is still known.

    Raises:
        KeyError: there is no such person.
    """
    async with db.reading() as tx:
        words = await rewording.words_of(tx, await people.get(tx, person), withdrawn)
        chats = [words.account, *await former_chats.own_of(tx, person)]
        unseen = await rewording.unseen(tx)
        names = {*await _expected_names(tx, person), *await sign_ups.names_of(tx, person)}
    counts = {"inbox": 0, "outbox": 0}
    for chat in chats:  # messages and updates name a person by their chat
        counts["outbox"] += await _forget_messages_ahead(db, chat)
        reworded = await rewording.reword_ahead(db, replace(words, account=chat))
        counts = {name: count + reworded[name] for name, count in counts.items()}
    for name in names - {withdrawn}:
        await rewording.reword_ahead(db, PersonalWords(name=name, withdrawn=withdrawn))
    return Searched(unseen=unseen, counts=counts, words=words)


async def forget(
    tx: AsyncConnection,
    person: PersonId,
    at: datetime,
    withdrawn: str,
    searched: Searched | None = None,
) -> dict[str, int]:
    """Erase a person's data outside the logs; return the number of rows for each table.

    `withdrawn` is the person's new name. If they write again, they are a stranger. `searched` says
    which messages need no second search.

    Raises:
        AlreadyForgotten: nothing is left to forget.
        KeyError: there is no such person.
    """
    known, stream = await expect_known(tx, person), person_stream(person)
    unseen = searched.unseen if searched else ALL
    words = await rewording.words_of(tx, known, withdrawn, unseen)
    if searched:
        words = replace(words, telegram_names=words.telegram_names | searched.words.telegram_names)
    chats = [words.account, *await former_chats.own_of(tx, person)]
    is_signed_up = await sign_ups.is_active(tx, person)
    counts = Counter(searched.counts if searched else {})
    counts["rating_files"] += await _forget_files(tx, person)
    counts["group_chats"] += await _forget_archive(tx, person)
    counts["due"] += await _execute(tx, delete(due).where(due.c.stream == stream))
    for chat in chats:
        counts.update(await _forget_in_queues(tx, replace(words, account=chat), unseen))
    counts["persons"] += await _forget_expected(tx, person, withdrawn, unseen)
    for name in await sign_ups.names_of(tx, person):
        await rewording.reword(tx, PersonalWords(name=name, withdrawn=withdrawn), unseen)
    counts["statements"] += await statements.erase(tx, person)
    counts["rated_names"] += await claimed_names.forget(tx, person, withdrawn)
    counts["devices"] += await devices.end(tx, person, DeviceEnd.FORGOTTEN, at)
    counts.update(await _delete_own_rows(tx, person, [chat for chat in chats if chat is not None]))
    await _blank(tx, person, withdrawn)
    if is_signed_up or await _plays(tx, person):
        await due_rows.put(tx, due_rows.DueRow(stream=stream, kind=FORGOTTEN, due_at=at))
    await log.append(tx, stream, 0, [PersonForgotten(at=at, person=person)], at)
    return {name: count for name, count in sorted(counts.items()) if count}


async def _forget_in_queues(
    tx: AsyncConnection, words: PersonalWords, unseen: Unseen
) -> dict[str, int]:
    """Remove the person from updates and messages, by the chat in `words`; return how many."""
    chat = words.account
    deleted = await _forget_messages(tx, chat, None if chat is None else _to(chat, unseen))
    updates = await rewording.forget_updates(tx, words, unseen)
    reworded = await rewording.reword(tx, words, unseen)
    return {"outbox": deleted + reworded, "inbox": updates}


async def _delete_own_rows(
    tx: AsyncConnection, person: PersonId, chats: Collection[int]
) -> dict[str, int]:
    """Delete the person's rows in the tables whose rule says so; return how many, by table."""
    counts = {}
    for name, kept in KEPT.items():
        where = rows_of_person(name, kept, person, chats)
        if kept.fate is ForgettingRule.DELETED and where is not None:
            counts[name] = await _execute(tx, delete(metadata.tables[name]).where(where))
    return counts


async def _plays(tx: AsyncConnection, person: PersonId) -> bool:
    """Return whether the person plays or has played anywhere, so that a seat must become free."""
    return bool(
        await competition_rows.played_by(tx, person)
        or await match_rows.matches_played_by(tx, person)
        or await game_rows.practised_by(tx, person)
    )


async def _execute(tx: AsyncConnection, statement: Any) -> int:
    """Execute a statement; return the number of rows that it deleted or changed."""
    return int((await tx.execute(statement)).rowcount)


async def _forget_expected(
    tx: AsyncConnection, person: PersonId, withdrawn: str, unseen: Unseen
) -> int:
    """Remove the person's name from seats taken by invitation; return how many.

    A seat has the name that an arbiter wrote, under a number of its own, which the log of the match
    uses. A seat that was freed since belongs to another person.
    """
    for name in await _expected_names(tx, person) - {withdrawn}:
        await rewording.reword(tx, PersonalWords(name=name, withdrawn=withdrawn), unseen)
    blank = update(persons).where(_expected(person)).values(name=withdrawn, club="")
    return await _execute(tx, blank)


async def _expected_names(tx: AsyncConnection, person: PersonId) -> set[str]:
    """Return the names that arbiters wrote for the seats that the person took by invitation."""
    names = select(persons.c.name).where(_expected(person))
    return set((await tx.execute(names)).scalars())


def _expected(person: PersonId) -> ColumnElement[bool]:
    """Return the condition for the placeholders whose seats the person took by invitation."""
    is_used_by_person = invites.c.used_by == person
    seats = select(invites.c.person).where(is_used_by_person, invites.c.voided_at.is_(None))
    return persons.c.id.in_(seats) & (persons.c.id != person) & persons.c.account.is_(None)


async def _forget_files(tx: AsyncConnection, person: PersonId) -> int:
    tokens = select(rating_work.c.token).where(rating_work.c.person == person)
    return await _execute(tx, delete(rating_files).where(rating_files.c.token.in_(tokens)))


async def _forget_archive(tx: AsyncConnection, person: PersonId) -> int:
    """Unlink the group with the person's copies; a competition's group stays linked."""
    archive = (group_chats.c.person == person, group_chats.c.kind == GroupKind.ARCHIVE.value)
    chats = select(group_chats.c.chat).where(*archive)
    await tx.execute(delete(topics).where(topics.c.chat.in_(chats)))
    return await _execute(tx, delete(group_chats).where(*archive))


async def _forget_messages(
    tx: AsyncConnection, chat: int | None, where: ColumnElement[bool] | None = None
) -> int:
    """Delete the person's messages; of those about games, keep only the record of delivery.

    The recipient's chat identifies the messages, in any lane of the outbox; without a chat there
    are none. `where` limits the search; None searches all.
    """
    if chat is None:
        return 0
    count = 0
    columns = (outbox.c.id, outbox.c.payload, outbox.c.about, outbox.c.state)
    candidates = select(*columns).where(_to(chat) if where is None else where)
    for number, payload, about, state in (await tx.execute(candidates)).all():
        message = json.loads(payload)
        if message.get("to", chat) != chat:
            continue
        is_this = outbox.c.id == number
        if not about or state == MessageState.QUEUED:
            count += await _execute(tx, delete(outbox).where(is_this))
            continue
        to_nobody = written({**message, "to": NOBODYS_CHAT})
        values = {"chat": NOBODYS_CHAT, "payload": to_nobody, "message_ids": "", "error": ""}
        count += await _execute(tx, update(outbox).where(is_this).values(**values))
    return count


def _to(chat: int, unseen: Unseen = ALL) -> ColumnElement[bool]:
    """Return the condition for messages to the chat, and for those that name it."""
    lanes = outbox.c.chat.in_([chat + lane * LANE for lane in LANES])
    own = and_(outbox.c.state.in_(tuple(MessageState)), lanes)
    return or_(own, and_(unseen.among(outbox.c.payload), outbox.c.payload.contains(str(chat))))


async def _forget_messages_ahead(db: Database, chat: int | None) -> int:
    """Do the same as `_forget_messages` in short transactions."""
    if chat is None:
        return 0
    async with db.reading() as tx:
        numbers = (await tx.execute(select(outbox.c.id).where(_to(chat)))).scalars().all()
    count = 0
    for portion in portions(numbers):
        async with db.transaction() as tx:
            count += await _forget_messages(tx, chat, outbox.c.id.in_(portion))
    return count


async def _blank(tx: AsyncConnection, person: PersonId, withdrawn: str) -> None:
    """Keep only the person's number and the new name; the account becomes free."""
    blank: dict[str, Any] = {
        **asdict(people.NOBODY),
        "name": withdrawn,
        "digest": "off",
        "time_zone": "Europe/Bucharest",
        "reminder_hour": 9,
    }
    del blank["id"]
    await tx.execute(update(persons).where(persons.c.id == person).values(**blank))
