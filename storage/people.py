"""People: who they are to Telegram, how they wish to be spoken to, and their invitations.

A person exists from the moment an arbiter names him; Telegram's id and chat come when he opens his
invitation. Personal data stands here alone: the hashed log knows people by number.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, and_, bindparam, delete, insert, select, update

from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from storage import prepared
from storage.schema import calendar_addresses, invites, persons, waiting, web_sessions

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

RATING_KEEPER = "rating_keeper"
"""The role of an invitation that makes its opener a rating keeper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The hours a person is to be spoken to at; hours of his own time zone."""

    time_zone: str
    reminder_hour: int
    quiet_from: int | None
    """The hour at which quiet begins; None: at no hour."""
    quiet_to: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person the bot knows."""

    id: PersonId
    telegram_id: int | None
    """None until he has opened his invitation."""
    chat: int | None
    """His private chat with the bot."""
    name: str
    language: str | None
    """`ro` or `en`; None while he has not been heard or asked."""
    time_zone: str
    reminder_hour: int
    quiet_from: int | None
    quiet_to: int | None
    reachable: bool
    arbiter: bool
    club: str
    digest: str = "waiting"
    """When he gets a summary of his games: `off`, `daily`, or only when something `waiting`."""
    rating_keeper: bool = False
    """Whether he may publish rating lists."""
    account: str = ""
    """What his Telegram account calls itself; by it an arbiter sees who has opened a link."""
    mute: bool = False
    """Whether no message to him makes a sound, not even the last day's."""
    public_name: str = ""
    """How his name stands on public pages: `full`, `initials` or `hidden`; empty: he has not said,
    and the organiser decides."""
    minor: bool = False
    """Whether an arbiter has noted that he is under age."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """A personal code: to a place in a match or competition, or else to a role."""

    code: str
    match_id: MatchCode | None
    person: PersonId | None
    """The place-holder whose place the code gives."""
    expires_at: datetime
    competition: CompetitionCode = NO_COMPETITION
    """The competition in which the place is, if it is one in a competition."""
    role: str = ""
    """The role it gives, if not an arbiter's: `RATING_KEEPER`."""
    used_by: PersonId | None = None
    """Who took what it gives; it gives nothing more then."""
    voided_at: datetime | None = None
    """When another took its place, or what it gave was no longer to be had."""

    @property
    def is_arbiter(self) -> bool:
        """Return whether it makes its opener an arbiter."""
        return self.match_id is None and not self.competition and not self.role

    def is_good(self, now: datetime) -> bool:
        """Return whether somebody may still use it."""
        return self.used_by is None and self.voided_at is None and now < self.expires_at


_value: BindParameter[Any] = bindparam("value")
_BY_NUMBER = select(persons).where(persons.c.id == _value)
_BY_TELEGRAM = select(persons).where(persons.c.telegram_id == _value)
_BY_CHAT = select(persons).where(persons.c.chat == _value)
_SEVERAL = select(persons).where(persons.c.id.in_(bindparam("values", expanding=True)))
_OPEN = update(invites).where(invites.c.used_by.is_(None), invites.c.voided_at.is_(None))
_CHANGE = update(persons).where(persons.c.id == _value)


async def get(tx: "AsyncConnection", person: PersonId) -> Person:
    """Return the person of that number.

    Raises:
        KeyError: there is none.
    """
    found = await _find(tx, _BY_NUMBER, person)
    if found is None:
        raise KeyError(person)
    return found


async def several(tx: "AsyncConnection", wanted: Collection[PersonId]) -> list[Person]:
    """Return the people of these numbers, in no particular order."""
    return [_person(row) for row in await tx.execute(_SEVERAL, {"values": list(wanted)})]


async def by_telegram(tx: "AsyncConnection", telegram_id: int) -> Person | None:
    """Return the person with that Telegram account, if known."""
    return await _find(tx, _BY_TELEGRAM, telegram_id)


async def by_chat(tx: "AsyncConnection", chat: int) -> Person | None:
    """Return the person whose private chat that is, if known."""
    return await _find(tx, _BY_CHAT, chat)


async def arbiters(tx: "AsyncConnection") -> list[Person]:
    """Return all arbiters."""
    rows = await tx.execute(select(persons).where(persons.c.arbiter))
    return [_person(row) for row in rows]


async def everybody(tx: "AsyncConnection") -> list[Person]:
    """Return all people, by their numbers."""
    return [_person(row) for row in await tx.execute(select(persons).order_by(persons.c.id))]


async def create(  # noqa: PLR0913  (each is a column)
    tx: "AsyncConnection",
    name: str,
    habits: Habits,
    *,
    telegram_id: int | None = None,
    chat: int | None = None,
    language: str | None = None,
    account: str = "",
) -> Person:
    """Add a person and return him."""
    statement = insert(persons).values(
        telegram_id=telegram_id,
        chat=chat,
        name=name,
        language=language,
        **asdict(habits),
        reachable=True,
        arbiter=False,
        club="",
        account=account,
    )
    number = (await tx.execute(statement.returning(persons.c.id))).scalar_one()
    return await get(tx, PersonId(number))


async def change(tx: "AsyncConnection", person: PersonId, **changes: Any) -> None:
    """Change what is noted of a person."""
    await tx.execute(_CHANGE, {"value": person, **changes})


async def invite(tx: "AsyncConnection", new: Invite, now: datetime) -> None:
    """Add an invitation; earlier codes for the same place are no longer good."""
    if new.person is not None:
        same_place = and_(
            invites.c.match_id == (new.match_id or ""),
            invites.c.competition == new.competition,
            invites.c.person == new.person,
        )
        await tx.execute(_OPEN.where(same_place).values(voided_at=now))
    await tx.execute(
        insert(invites).values(
            code=new.code,
            match_id=new.match_id or "",
            person=new.person,
            expires_at=new.expires_at,
            competition=new.competition,
            role=new.role,
        )
    )


async def void_used(
    tx: "AsyncConnection",
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> None:
    """Note of the code by which the person took a place there that he has it no more."""
    used = update(invites).where(
        invites.c.match_id == (match or ""),
        invites.c.competition == competition,
        invites.c.used_by == person,
        invites.c.voided_at.is_(None),
    )
    await tx.execute(used.values(voided_at=now))


async def place_taken(
    tx: "AsyncConnection",
    person: PersonId,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> PersonId | None:
    """Return for whom the place was kept that the person took there by a link, if he did."""
    query = select(invites.c.person).where(
        invites.c.match_id == (match or ""),
        invites.c.competition == competition,
        invites.c.used_by == person,
        invites.c.voided_at.is_(None),
    )
    found = (await tx.execute(query)).scalars().first()
    return None if found is None else PersonId(found)


async def places_of(tx: "AsyncConnection", person: PersonId, name: str) -> list[PersonId]:
    """Return the places kept under that name which the person took by a link and still has."""
    query = (
        select(persons.c.id)
        .join(invites, invites.c.person == persons.c.id)
        .where(
            invites.c.used_by == person,
            invites.c.voided_at.is_(None),
            persons.c.id != person,
            persons.c.name == name,
        )
    )
    return [PersonId(each) for each in (await tx.execute(query)).scalars()]


async def void_match(tx: "AsyncConnection", match: MatchCode, now: datetime) -> None:
    """Let no code of the match be good any more."""
    await tx.execute(_OPEN.where(invites.c.match_id == match).values(voided_at=now))


async def open_code(
    tx: "AsyncConnection",
    person: PersonId,
    now: datetime,
    *,
    match: MatchCode | None = None,
    competition: CompetitionCode = NO_COMPETITION,
) -> str | None:
    """Return the code that gives the person's place in match or competition, if one is good."""
    query = select(invites.c.code).where(
        invites.c.match_id == (match or ""),
        invites.c.competition == competition,
        invites.c.person == person,
        invites.c.used_by.is_(None),
        invites.c.voided_at.is_(None),
        invites.c.expires_at > now,
    )
    code: str | None = (await tx.execute(query)).scalars().first()
    return code


async def take_over(tx: "AsyncConnection", expected: PersonId, account: Person) -> None:
    """Give a person who was expected the account of one who was met this moment.

    The account's settings go with it; whoever it belonged to until now is known no more.
    """
    await tx.execute(delete(waiting).where(waiting.c.person == account.id))
    his = web_sessions.c.person == account.id
    await tx.execute(update(web_sessions).where(his).values(person=expected))
    his = calendar_addresses.c.person == account.id
    await tx.execute(update(calendar_addresses).where(his).values(person=expected))
    await tx.execute(delete(persons).where(persons.c.id == account.id))
    moved = asdict(account)
    for own in ("id", "name", "arbiter", "club"):
        del moved[own]
    await change(tx, expected, **moved)


async def find_invite(tx: "AsyncConnection", code: str) -> Invite | None:
    """Return the invitation of that code, whether it is still good or not."""
    row = (await tx.execute(select(invites).where(invites.c.code == code))).one_or_none()
    if row is None:
        return None
    return Invite(
        code=row.code,
        match_id=MatchCode(row.match_id) if row.match_id else None,
        person=None if row.person is None else PersonId(row.person),
        expires_at=row.expires_at,
        competition=CompetitionCode(row.competition),
        role=row.role,
        used_by=None if row.used_by is None else PersonId(row.used_by),
        voided_at=row.voided_at,
    )


async def use_invite(tx: "AsyncConnection", code: str, by: PersonId, at: datetime) -> bool:
    """Note who used an invitation, good for nobody from then on; False: somebody was faster."""
    unused = _OPEN.where(invites.c.code == code)
    return bool((await tx.execute(unused.values(used_by=by, used_at=at))).rowcount)


async def _find(tx: "AsyncConnection", query: "Select[Any]", value: int) -> Person | None:
    row = await prepared.row(tx, query, {"value": value})
    return None if row is None else _person(row)


def _person(row: "Row[Any]") -> Person:
    return Person(**row._asdict())
