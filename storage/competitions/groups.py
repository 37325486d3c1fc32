"""Groups to which the bot writes: of a competition, or an arbiter's archive with its topics.

A one-time code links a group; the bot never posts to any other group. These rows cannot be rebuilt
from a log.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage import ahead
from storage.db import Database
from storage.dialects import put
from storage.schema import arbiter_copies, competitions, group_chats, group_codes, topics


class GroupKind(StrEnum):
    """The purpose of a group."""

    COMPETITION = "group"
    """Starts, results and standings of one competition, for all its members."""
    ARCHIVE = "archive"
    """One arbiter's copies of the sheets."""


class Copies(StrEnum):
    """The place where an arbiter wants copies of sheets (art. 2.2)."""

    ALOUD = "aloud"
    SILENT = "silent"
    """Copies arrive in the arbiter's private chat, silently."""
    DAILY = "daily"
    """One message a day for the turns of a competition; other copies arrive silently. The
    default.
    """
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChat:
    """A linked group."""

    chat: int
    kind: GroupKind
    competition: CompetitionCode = NO_COMPETITION
    """The competition, if the group belongs to one."""
    person: PersonId
    """The arbiter who linked it."""
    language: str
    """The language of the bot's posts: that of the arbiter at the time of linking."""
    since: int = 0
    """The number of the competition's last event at the time of linking; the bot posts later
    ones.
    """
    requests: bool = False
    """Whether the group gets public requests for friendly matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCode:
    """A code with which one arbiter links one group."""

    code: str
    kind: GroupKind
    competition: CompetitionCode = NO_COMPETITION
    person: PersonId
    expires_at: datetime


NO_TOPICS = ""
"""The value in place of a topic's subject if the group does not let the bot open topics."""


_COLUMNS = (
    group_chats.c.chat,
    group_chats.c.kind,
    group_chats.c.competition,
    group_chats.c.person,
    group_chats.c.language,
    group_chats.c.since,
    group_chats.c.requests,
)
WAY = select(arbiter_copies).where(arbiter_copies.c.person == bindparam("whose", type_=BigInteger))


def version(database: Database) -> int:
    """Return a number that rises with each change of linked groups by this program."""
    return database.version(group_chats)


async def offer(tx: AsyncConnection, new: GroupCode) -> None:
    """Store a code; the arbiter's earlier codes for the same purpose become invalid."""
    same = and_(
        group_codes.c.person == new.person,
        group_codes.c.kind == new.kind.value,
        group_codes.c.competition == new.competition,
    )
    await tx.execute(delete(group_codes).where(same))
    await tx.execute(insert(group_codes).values(**asdict(new)))


async def take_code(tx: AsyncConnection, code: str, now: datetime) -> GroupCode | None:
    """Return the code's purpose if it is valid, else None; the code becomes invalid."""
    row = (await tx.execute(select(group_codes).where(group_codes.c.code == code))).one_or_none()
    if row is None:
        return None
    await tx.execute(delete(group_codes).where(group_codes.c.code == code))
    if row.expires_at <= now:
        return None
    return GroupCode(
        code=row.code,
        kind=GroupKind(row.kind),
        competition=CompetitionCode(row.competition),
        person=PersonId(row.person),
        expires_at=row.expires_at,
    )


async def owner_of_code(tx: AsyncConnection, code: str) -> PersonId | None:
    """Return the owner of the code without using it, or None."""
    query = select(group_codes.c.person).where(group_codes.c.code == code)
    found = (await tx.execute(query)).scalar_one_or_none()
    return None if found is None else PersonId(found)


async def link(tx: AsyncConnection, new: GroupChat, at: datetime) -> None:
    """Link a group in place of the competition's, or the arbiter's, previous one."""
    if new.kind is GroupKind.COMPETITION:
        before = and_(
            group_chats.c.kind == new.kind.value, group_chats.c.competition == new.competition
        )
    else:
        before = and_(group_chats.c.kind == new.kind.value, group_chats.c.person == new.person)
    await tx.execute(delete(group_chats).where(or_(before, group_chats.c.chat == new.chat)))
    await tx.execute(delete(topics).where(topics.c.chat == new.chat))
    await tx.execute(insert(group_chats).values(**asdict(new), at=at))


async def unlink(tx: AsyncConnection, chat: int) -> GroupChat | None:
    """Unlink the group; return its previous link, or None."""
    found = await of_chat(tx, chat)
    await tx.execute(delete(group_chats).where(group_chats.c.chat == chat))
    await tx.execute(delete(topics).where(topics.c.chat == chat))
    return found


async def move(tx: AsyncConnection, old: int, new: int) -> None:
    """Record the new number of the group."""
    for table in (group_chats, topics):
        await tx.execute(delete(table).where(table.c.chat == new))
        await tx.execute(update(table).where(table.c.chat == old).values(chat=new))


async def of_chat(tx: AsyncConnection, chat: int) -> GroupChat | None:
    """Return the group's link, or None."""
    return await _one(tx, group_chats.c.chat == chat)


async def of_competition(tx: AsyncConnection, code: CompetitionCode) -> GroupChat | None:
    """Return the competition's group, or None."""
    kind = group_chats.c.kind == GroupKind.COMPETITION.value
    return await _one(tx, and_(kind, group_chats.c.competition == code))


async def of_stage(tx: AsyncConnection, stage: str) -> list[GroupChat]:
    """Return the groups of the competitions at that stage, by their codes."""
    codes = select(competitions.c.code).where(competitions.c.stage == stage)
    is_one = group_chats.c.competition.in_(codes)
    kind = group_chats.c.kind == GroupKind.COMPETITION.value
    query = select(*_COLUMNS).where(kind, is_one).order_by(group_chats.c.competition)
    return [_chat(row) for row in await tx.execute(query)]


async def showing_requests(tx: AsyncConnection) -> list[GroupChat]:
    """Return the groups that get public requests for friendly matches."""
    return [group_chat for group_chat in await of_competitions(tx) if group_chat.requests]


async def of_competitions(tx: AsyncConnection) -> list[GroupChat]:
    """Return the groups of all competitions."""
    kind = group_chats.c.kind == GroupKind.COMPETITION.value
    query = select(*_COLUMNS).where(kind).order_by(group_chats.c.chat)
    return [_chat(row) for row in await tx.execute(query)]


async def show_requests(tx: AsyncConnection, chat: int, *, requests: bool) -> None:
    """Store whether the group gets public requests for friendly matches."""
    changed = update(group_chats).where(group_chats.c.chat == chat)
    await tx.execute(changed.values(requests=requests))


async def archive_of(tx: AsyncConnection, person: PersonId) -> GroupChat | None:
    """Return the arbiter's archive group, or None."""
    kind = group_chats.c.kind == GroupKind.ARCHIVE.value
    return await _one(tx, and_(kind, group_chats.c.person == person))


async def _one(tx: AsyncConnection, where: ColumnElement[bool]) -> GroupChat | None:
    row = (await tx.execute(select(*_COLUMNS).where(where))).one_or_none()
    return None if row is None else _chat(row)


def _chat(row: Any) -> GroupChat:
    return GroupChat(
        chat=row.chat,
        kind=GroupKind(row.kind),
        competition=CompetitionCode(row.competition),
        person=PersonId(row.person),
        language=row.language,
        since=row.since,
        requests=row.requests,
    )


async def topic(tx: AsyncConnection, chat: int, about: str) -> int | None:
    """Return the number of the group's topic about that subject, or None."""
    query = select(topics.c.thread).where(topics.c.chat == chat, topics.c.about == about)
    found: int | None = (await tx.execute(query)).scalar_one_or_none()
    return found


async def keep_topic(tx: AsyncConnection, chat: int, about: str, thread: int) -> None:
    """Store a new topic."""
    row = {"chat": chat, "about": about, "thread": thread}
    await tx.execute(put(tx.dialect.name, topics), row)


async def forget_topic(tx: AsyncConnection, chat: int, about: str) -> None:
    """Delete a missing topic; the next message opens another."""
    await tx.execute(delete(topics).where(topics.c.chat == chat, topics.c.about == about))


async def copies_of(tx: AsyncConnection, person: PersonId) -> Copies:
    """Return the place where the arbiter wants their copies."""
    found = await ahead.first(tx, WAY, {"whose": person})
    return Copies.DAILY if found is None else Copies(found.way)


async def send_copies(tx: AsyncConnection, person: PersonId, way: Copies) -> None:
    """Store the place where the arbiter wants their copies."""
    row = {"person": person, "way": way.value}
    await tx.execute(put(tx.dialect.name, arbiter_copies), row)
