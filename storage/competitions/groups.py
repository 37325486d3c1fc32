"""Groups to which the bot writes: of a competition, or an arbiter's archive.

A one-time code links a group (`storage.competitions.linking_codes`); the bot never posts to any
other group. These rows cannot be rebuilt from a log.
"""

from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, RowMapping, and_, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.competitions import group_topics
from storage.db import Database
from storage.dialects import values_of
from storage.schema import competitions, group_chats, topics


class GroupKind(StrEnum):
    """The purpose of a group."""

    COMPETITION = "group"
    """Starts, results and standings of one competition, for all its members."""
    ARCHIVE = "archive"
    """One arbiter's copies of the sheets."""


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
    """The number of the competition's last event when it was linked; the bot posts later ones."""
    requests: bool = False
    """Whether the group gets public requests for friendly matches."""


_IS_OF_COMPETITION = group_chats.c.kind == GroupKind.COMPETITION.value
_IS_ARCHIVE = group_chats.c.kind == GroupKind.ARCHIVE.value
_GROUPS = select(*(group_chats.c[field.name] for field in fields(GroupChat)))


def version(database: Database) -> int:
    """Return a number that rises with each change of linked groups by this program."""
    return database.version(group_chats)


async def link(tx: AsyncConnection, new: GroupChat, at: datetime) -> None:
    """Link a group in place of the competition's group, or of the arbiter's archive.

    This alone ensures that a competition has at most one group, and an arbiter one archive: the
    table has no unique index that does.
    """
    if new.kind is GroupKind.COMPETITION:
        is_replaced = and_(_IS_OF_COMPETITION, group_chats.c.competition == new.competition)
    else:
        is_replaced = and_(_IS_ARCHIVE, group_chats.c.person == new.person)
    await tx.execute(delete(group_chats).where(or_(is_replaced, group_chats.c.chat == new.chat)))
    await group_topics.forget_all(tx, new.chat)
    await tx.execute(insert(group_chats).values(**values_of(new), at=at))


async def unlink(tx: AsyncConnection, chat: int) -> GroupChat | None:
    """Unlink the group; return its previous link, or None."""
    link_before = await of_chat(tx, chat)
    await tx.execute(delete(group_chats).where(group_chats.c.chat == chat))
    await group_topics.forget_all(tx, chat)
    return link_before


async def move(tx: AsyncConnection, old: int, new: int) -> None:
    """Record that Telegram has given the group `old` the number `new`.

    Telegram may report one move twice, as an event and as the answer to a message. So only rows
    that are still under `old` replace those under `new`.
    """
    for table in (group_chats, topics):
        not_moved = table.alias()
        is_known = exists().where(not_moved.c.chat == old)
        await tx.execute(delete(table).where(table.c.chat == new, is_known))
        await tx.execute(update(table).where(table.c.chat == old).values(chat=new))


async def of_chat(tx: AsyncConnection, chat: int) -> GroupChat | None:
    """Return the group's link, or None."""
    return await _find(tx, group_chats.c.chat == chat)


async def of_competition(tx: AsyncConnection, code: CompetitionCode) -> GroupChat | None:
    """Return the competition's group, or None."""
    return await _find(tx, and_(_IS_OF_COMPETITION, group_chats.c.competition == code))


async def of_stage(tx: AsyncConnection, stage: str) -> list[GroupChat]:
    """Return the groups of the competitions at that stage, by their codes."""
    codes = select(competitions.c.code).where(competitions.c.stage == stage)
    is_at_stage = group_chats.c.competition.in_(codes)
    query = _GROUPS.where(_IS_OF_COMPETITION, is_at_stage)
    rows = (await tx.execute(query.order_by(group_chats.c.competition))).mappings()
    return [_group_chat(row) for row in rows]


async def showing_requests(tx: AsyncConnection) -> list[GroupChat]:
    """Return the groups that get public requests for friendly matches."""
    return [group_chat for group_chat in await of_all_competitions(tx) if group_chat.requests]


async def of_all_competitions(tx: AsyncConnection) -> list[GroupChat]:
    """Return the groups of all competitions."""
    query = _GROUPS.where(_IS_OF_COMPETITION).order_by(group_chats.c.chat)
    return [_group_chat(row) for row in (await tx.execute(query)).mappings()]


async def set_requests(tx: AsyncConnection, chat: int, *, shown: bool) -> None:
    """Store whether the group gets public requests for friendly matches."""
    statement = update(group_chats).where(group_chats.c.chat == chat)
    await tx.execute(statement.values(requests=shown))


async def archive_of(tx: AsyncConnection, person: PersonId) -> GroupChat | None:
    """Return the arbiter's archive group, or None."""
    return await _find(tx, and_(_IS_ARCHIVE, group_chats.c.person == person))


async def _find(tx: AsyncConnection, where: ColumnElement[bool]) -> GroupChat | None:
    """Return the one group for which the condition holds, or None."""
    row = (await tx.execute(_GROUPS.where(where))).mappings().one_or_none()
    return None if row is None else _group_chat(row)


def _group_chat(row: RowMapping) -> GroupChat:
    """Return a row of `_GROUPS` as a value."""
    return GroupChat(**{**row, "kind": GroupKind(row["kind"])})
