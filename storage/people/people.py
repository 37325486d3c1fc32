"""People: their Telegram accounts and their settings.

A person exists once an arbiter names them; the account and chat follow when they open their
invitation. Only here is personal data stored; the hashed log contains a person's number.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, TypedDict, Unpack

from sqlalchemy import BindParameter, Row, Select, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_ARBITER, PROGRAM, PersonId
from storage import ahead, log
from storage.db import Database
from storage.schema import former_names, persons
from storage.streams import person_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The hours for messages to a person, in their own time zone."""

    time_zone: str
    reminder_hour: int
    quiet_from: int | None
    """The hour at which quiet begins; None for no quiet hours."""
    quiet_to: int | None


class PersonChanges(TypedDict, total=False):
    """The fields of a person that may change, each with its new value: all but the number."""

    account: int | None
    address: int | None
    name: str
    language: str | None
    time_zone: str
    reminder_hour: int
    quiet_from: int | None
    quiet_to: int | None
    reachable: bool
    arbiter: bool
    club: str
    digest: str
    rating_keeper: bool
    account_name: str
    mute: bool
    public_name: str
    minor: bool
    volunteer: bool


class NoSuchPerson(KeyError):  # noqa: N818  (named after the situation)
    """Nobody has that number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person known to the bot."""

    id: PersonId
    account: int | None
    """The Telegram account, or the browser's address; None before they open their invitation."""
    address: int | None
    """The private chat with the bot, or the person's browser (`storage.people.addresses`)."""
    name: str
    language: str | None
    """`ro` or `en`; None before the person has written or chosen."""
    time_zone: str
    reminder_hour: int
    """The hour of reminders, in the person's time zone."""
    quiet_from: int | None
    """The hour at which quiet begins; None for no quiet hours."""
    quiet_to: int | None
    reachable: bool
    """Whether messages arrive; not after the person has blocked the bot."""
    arbiter: bool
    club: str
    """The name of the person's club; "" for none."""
    digest: str = "waiting"
    """When the person gets a digest: `off`, `daily`, or only if something is `waiting`."""
    rating_keeper: bool = False
    """Whether the person may publish rating lists."""
    account_name: str = ""
    """The name of the Telegram account; it shows an arbiter which account opened a link."""
    mute: bool = False
    """Whether all messages to the person are silent, even on the last day."""
    public_name: str = ""
    """The form of the public name: `full`, `initials` or `hidden`; "" if not chosen.

    Without a choice the organiser decides.
    """
    minor: bool = False
    """Whether an arbiter has recorded that the person is a minor."""
    volunteer: bool = False
    """Whether the person, an arbiter, is asked to rule friendly matches that have no arbiter."""

    @property
    def can_be_reached(self) -> bool:
        """Return whether a message arrives: there is a chat, and the bot is not blocked there.

        A person who was forgotten, or has not opened their invitation, has no chat.
        """
        return self.address is not None and self.reachable


NOBODY = Person(
    id=NO_ARBITER,
    account=None,
    address=None,
    name="Tur-Retur",
    language=None,
    time_zone="UTC",
    reminder_hour=0,
    quiet_from=None,
    quiet_to=None,
    reachable=False,
    arbiter=False,
    club="",
)
"""The arbiter of a match without one: the program, by rules agreed before; it has no row."""
_WITHOUT_ROW: Final = {NO_ARBITER: NOBODY, PROGRAM: replace(NOBODY, id=PROGRAM)}
"""The program as arbiter and as player."""

_value: BindParameter[Any] = bindparam("value")
BY_NUMBER = select(persons).where(persons.c.id == _value)
BY_ACCOUNT = select(persons).where(persons.c.account == _value)
_BY_ADDRESS = select(persons).where(persons.c.address == _value)
_SEVERAL = select(persons).where(persons.c.id.in_(bindparam("numbers", expanding=True)))
_OF_ACCOUNTS = select(persons).where(persons.c.account.in_(bindparam("accounts", expanding=True)))
_ARBITERS = select(persons).where(persons.c.arbiter)
_CHANGE = update(persons).where(persons.c.id == _value)


async def get(tx: AsyncConnection, person: PersonId) -> Person:
    """Return the person of that number.

    Raises:
        NoSuchPerson: there is none.
    """
    if person in _WITHOUT_ROW:
        return _WITHOUT_ROW[person]
    stored = await _find(tx, BY_NUMBER, person)
    if stored is None:
        raise NoSuchPerson(person)
    return stored


async def several(tx: AsyncConnection, numbers: Collection[PersonId]) -> list[Person]:
    """Return the people of these numbers, in any order."""
    program = [person for number, person in _WITHOUT_ROW.items() if number in numbers]
    stored = set(numbers) - _WITHOUT_ROW.keys()
    rows = [row for person in stored for row in ahead.known(tx, BY_NUMBER, {"value": person}) or ()]
    missing = stored - {row.id for row in rows}
    if missing:
        rows += (await tx.execute(_SEVERAL, {"numbers": [*missing]})).all()
    return [*program, *(from_row(row) for row in rows)]


async def by_account(tx: AsyncConnection, account: int) -> Person | None:
    """Return the person with that Telegram account, or None."""
    return await _find(tx, BY_ACCOUNT, account)


async def of_accounts(tx: AsyncConnection, accounts: Collection[int]) -> list[Person]:
    """Return the people with these Telegram accounts, in any order; without unknown accounts."""
    rows = await tx.execute(_OF_ACCOUNTS, {"accounts": [*accounts]})
    return [from_row(row) for row in rows.all()]


def version(database: Database) -> int:
    """Return a number that rises with each change of people by this program."""
    return database.version(persons)


async def by_address(tx: AsyncConnection, address: int) -> Person | None:
    """Return the person with that private chat, or None."""
    return await _find(tx, _BY_ADDRESS, address)


async def arbiters(tx: AsyncConnection) -> list[Person]:
    """Return all arbiters."""
    return [from_row(row) for row in (await tx.execute(_ARBITERS)).all()]


async def volunteers(tx: AsyncConnection) -> list[Person]:
    """Return the arbiters who are asked to rule friendly matches without an arbiter."""
    return [person for person in await arbiters(tx) if person.volunteer]


async def reserved(tx: AsyncConnection) -> list[Person]:
    """Return the people who do not appear in full in public: by their choice, or as minors."""
    chosen = persons.c.public_name.not_in(("", "full"))
    rows = await tx.execute(select(persons).where(persons.c.minor | chosen))
    return [from_row(row) for row in rows]


async def everybody(tx: AsyncConnection) -> list[Person]:
    """Return all people, by number."""
    return [from_row(row) for row in await tx.execute(select(persons).order_by(persons.c.id))]


async def create(  # noqa: PLR0913  (each is a column)
    tx: AsyncConnection,
    name: str,
    habits: Habits,
    *,
    account: int | None = None,
    address: int | None = None,
    language: str | None = None,
    account_name: str = "",
) -> Person:
    """Add a person and return them."""
    statement = insert(persons).values(
        account=account,
        address=address,
        name=name,
        language=language,
        **asdict(habits),
        reachable=True,
        arbiter=False,
        club="",
        account_name=account_name,
    )
    number = (await tx.execute(statement.returning(persons.c.id))).scalar_one()
    return await get(tx, PersonId(number))


async def is_forgotten(tx: AsyncConnection, person: PersonId) -> bool:
    """Return whether the person's data was erased: only that is written to a person's log."""
    return (await log.head(tx, person_stream(person))).seq > 0


async def change(tx: AsyncConnection, person: PersonId, **changes: Unpack[PersonChanges]) -> None:
    """Change fields of a person; a former name is remembered until the person is forgotten."""
    if "name" in changes:
        await remember_names(tx, person, (await get(tx, person)).name, unless=changes["name"])
    await tx.execute(_CHANGE, {"value": person, **changes})


async def remember_names(tx: AsyncConnection, person: PersonId, *names: str, unless: str) -> None:
    """Store former names of the person, except those known already and the present one."""
    known = await former_names_of(tx, person)
    for name in {*names} - known - {unless, ""}:
        await tx.execute(insert(former_names).values(person=person, name=name))


async def former_names_of(tx: AsyncConnection, person: PersonId) -> frozenset[str]:
    """Return the person's former names."""
    return (await former_names_of_each(tx, [person]))[person]


async def former_names_of_each(
    tx: AsyncConnection, numbers: Collection[PersonId]
) -> dict[PersonId, frozenset[str]]:
    """Return the former names of each of these people; the set is empty if they have none."""
    names: dict[PersonId, set[str]] = {number: set() for number in numbers}
    query = select(former_names).where(former_names.c.person.in_(names))
    for row in await tx.execute(query):
        names[row.person].add(row.name)
    return {number: frozenset(former) for number, former in names.items()}


async def _find(tx: AsyncConnection, query: Select[Any], value: int) -> Person | None:
    """Return the person whom the query finds, or None."""
    row = await ahead.first(tx, query, {"value": value})
    return None if row is None else from_row(row)


def from_row(row: Row[Any]) -> Person:
    """Return the person of a row of `persons`."""
    return Person(**row._asdict())
