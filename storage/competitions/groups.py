"""Groups the bot writes to: a competition's own, an arbiter's archive, and the archive's topics.

A group is linked by a code that is good once; nothing is ever posted to a group that was not. Truth
of its own: no log can bring it back.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, bindparam, delete, insert, or_, select, update

from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.dialects import put
from storage.schema import arbiter_copies, competitions, group_chats, group_codes, topics

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection


class GroupKind(StrEnum):
    """What a group is for."""

    COMPETITION = "group"
    """Starts, results and standings of one competition, for everybody there."""
    ARCHIVE = "archive"
    """One arbiter's copies of the sheets."""


class Copies(StrEnum):
    """Where an arbiter wants his copies (art. 2.2)."""

    ALOUD = "aloud"
    SILENT = "silent"
    """In his chat, without a sound: what everybody has who has not chosen."""
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChat:
    """A group that is linked."""

    chat: int
    kind: GroupKind
    competition: CompetitionCode = NO_COMPETITION
    """Of a competition's group."""
    person: PersonId
    """The arbiter who linked it."""
    language: str
    """What is posted there is written in it: that of the arbiter when he linked it."""
    since: int = 0
    """The number of the competition's last event then: what was before is not posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCode:
    """A code that links one group, for one arbiter."""

    code: str
    kind: GroupKind
    competition: CompetitionCode = NO_COMPETITION
    person: PersonId
    expires_at: datetime


NO_TOPICS = ""
"""Instead of what a topic is about: the group has been found to let the bot open none."""


_COLUMNS = (
    group_chats.c.chat,
    group_chats.c.kind,
    group_chats.c.competition,
    group_chats.c.person,
    group_chats.c.language,
    group_chats.c.since,
)
_WAY = select(arbiter_copies.c.way).where(
    arbiter_copies.c.person == bindparam("whose", type_=BigInteger)
)


async def offer(tx: "AsyncConnection", new: GroupCode) -> None:
    """Keep a code; the arbiter's earlier ones for the same purpose are no longer good."""
    same = and_(
        group_codes.c.person == new.person,
        group_codes.c.kind == new.kind.value,
        group_codes.c.competition == new.competition,
    )
    await tx.execute(delete(group_codes).where(same))
    await tx.execute(insert(group_codes).values(**asdict(new)))


async def take_code(tx: "AsyncConnection", code: str, now: datetime) -> GroupCode | None:
    """Return what the code is good for, if it still is; it is good no longer."""
    found = (await tx.execute(select(group_codes).where(group_codes.c.code == code))).one_or_none()
    if found is None:
        return None
    await tx.execute(delete(group_codes).where(group_codes.c.code == code))
    if found.expires_at <= now:
        return None
    return GroupCode(
        code=found.code,
        kind=GroupKind(found.kind),
        competition=CompetitionCode(found.competition),
        person=PersonId(found.person),
        expires_at=found.expires_at,
    )


async def peek_code(tx: "AsyncConnection", code: str) -> PersonId | None:
    """Return whose code it is, without using it."""
    query = select(group_codes.c.person).where(group_codes.c.code == code)
    found = (await tx.execute(query)).scalar_one_or_none()
    return None if found is None else PersonId(found)


async def link(tx: "AsyncConnection", new: GroupChat, at: datetime) -> None:
    """Link a group, in place of the competition's, or the arbiter's archive, so far."""
    if new.kind is GroupKind.COMPETITION:
        before = and_(
            group_chats.c.kind == new.kind.value, group_chats.c.competition == new.competition
        )
    else:
        before = and_(group_chats.c.kind == new.kind.value, group_chats.c.person == new.person)
    await tx.execute(delete(group_chats).where(or_(before, group_chats.c.chat == new.chat)))
    await tx.execute(delete(topics).where(topics.c.chat == new.chat))
    await tx.execute(insert(group_chats).values(**asdict(new), at=at))


async def unlink(tx: "AsyncConnection", chat: int) -> GroupChat | None:
    """Write to the group no more; return what it was."""
    found = await of_chat(tx, chat)
    await tx.execute(delete(group_chats).where(group_chats.c.chat == chat))
    await tx.execute(delete(topics).where(topics.c.chat == chat))
    return found


async def move(tx: "AsyncConnection", old: int, new: int) -> None:
    """Note that the group has another number now."""
    for table in (group_chats, topics):
        await tx.execute(delete(table).where(table.c.chat == new))
        await tx.execute(update(table).where(table.c.chat == old).values(chat=new))


async def of_chat(tx: "AsyncConnection", chat: int) -> GroupChat | None:
    """Return what the group is linked to, if it is."""
    return await _one(tx, group_chats.c.chat == chat)


async def of_competition(tx: "AsyncConnection", code: CompetitionCode) -> GroupChat | None:
    """Return the competition's group, if it has one."""
    kind = group_chats.c.kind == GroupKind.COMPETITION.value
    return await _one(tx, and_(kind, group_chats.c.competition == code))


async def of_stage(tx: "AsyncConnection", stage: str) -> list[GroupChat]:
    """Return the groups of the competitions that stand at that stage, by their codes."""
    codes = select(competitions.c.code).where(competitions.c.stage == stage)
    is_one = group_chats.c.competition.in_(codes)
    kind = group_chats.c.kind == GroupKind.COMPETITION.value
    query = select(*_COLUMNS).where(kind, is_one).order_by(group_chats.c.competition)
    return [_chat(row) for row in await tx.execute(query)]


async def archive_of(tx: "AsyncConnection", person: PersonId) -> GroupChat | None:
    """Return the arbiter's archive group, if he has one."""
    kind = group_chats.c.kind == GroupKind.ARCHIVE.value
    return await _one(tx, and_(kind, group_chats.c.person == person))


async def _one(tx: "AsyncConnection", where: "ColumnElement[bool]") -> GroupChat | None:
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
    )


async def topic(tx: "AsyncConnection", chat: int, about: str) -> int | None:
    """Return the number of the topic that was opened for that in the group, if one was."""
    query = select(topics.c.thread).where(topics.c.chat == chat, topics.c.about == about)
    found: int | None = (await tx.execute(query)).scalar_one_or_none()
    return found


async def keep_topic(tx: "AsyncConnection", chat: int, about: str, thread: int) -> None:
    """Remember the topic that was opened."""
    row = {"chat": chat, "about": about, "thread": thread}
    await tx.execute(put(tx.dialect.name, topics), row)


async def forget_topic(tx: "AsyncConnection", chat: int, about: str) -> None:
    """Forget a topic that is no longer there: the next message opens it again."""
    await tx.execute(delete(topics).where(topics.c.chat == chat, topics.c.about == about))


async def copies_of(tx: "AsyncConnection", person: PersonId) -> Copies:
    """Return where the arbiter wants his copies."""
    found = (await tx.execute(_WAY, {"whose": person})).first()
    return Copies.SILENT if found is None else Copies(found.way)


async def send_copies(tx: "AsyncConnection", person: PersonId, way: Copies) -> None:
    """Note where the arbiter wants his copies from now on."""
    row = {"person": person, "way": way.value}
    await tx.execute(put(tx.dialect.name, arbiter_copies), row)
