"""A file beside an SQLite database that remembers who was forgotten, for restored copies.

A copy from before still has the person. The file has their number, and of their account and names
only slow, salted digests. So neither a copy of another season nor a later person with the same
number is taken for them. A database at a server (`Database.shared`) has no such file; its operator
repeats the erasure by hand.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage import log
from storage.db import Database
from storage.disk import append_line
from storage.home import forgotten_file
from storage.overwriting import wipe
from storage.people import people
from storage.people.forgetting import forget
from storage.people.people import Person
from storage.streams import person_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A forgotten person: their number, and digests that recognise them in an older copy."""

    number: int
    salt: str
    """In hexadecimal; the same for all of the person's digests."""
    digests: list[str]
    """The digests of their account, present name and former names; one match suffices."""


async def erasure_of(tx: AsyncConnection, person: PersonId) -> Erasure:
    """Return the person's entry; call this before they are forgotten.

    Raises:
        KeyError: there is no such person.
    """
    salt = secrets.token_hex(16)
    marks = await _marks(tx, await people.get(tx, person))
    return Erasure(number=person, salt=salt, digests=[_digest(salt, mark) for mark in marks])


def remember(database: Path, erasure: Erasure) -> None:
    """Add the entry to the file, and wait until the disk has it.

    Raises:
        OSError: the file cannot be written.
    """
    append_line(forgotten_file(database), json.dumps(asdict(erasure), separators=(",", ":")))


async def forget_again(
    db: Database, at: datetime, withdrawn: Callable[[PersonId], str]
) -> list[PersonId]:
    """Forget everyone of the file whom a restored copy has brought back; return their numbers.

    `withdrawn` returns the new name of a number. At a server nothing is done.

    Raises:
        OSError: the file cannot be read.
        BadDatabase: the database could not be rewritten without them.
    """
    if db.shared:
        return []
    forgotten: list[PersonId] = []
    for entry in _entries(db.file):
        person = PersonId(entry.number)
        async with db.reading() as tx:
            if not await _is_back(tx, entry):
                continue
        async with db.transaction() as tx:
            await forget(tx, person, at, withdrawn(person))
        forgotten.append(person)
    if forgotten:
        await wipe(db)
    return forgotten


async def _is_back(tx: AsyncConnection, entry: Erasure) -> bool:
    """Return whether the database has the person of the entry, not forgotten."""
    person = PersonId(entry.number)
    if (await log.head(tx, person_stream(person))).seq:
        return False
    try:
        known = await people.get(tx, person)
    except KeyError:
        return False
    return any(_digest(entry.salt, mark) in entry.digests for mark in await _marks(tx, known))


async def _marks(tx: AsyncConnection, person: Person) -> Iterable[str]:
    """Return the texts that identify a person: account and names."""
    account = [] if person.account is None else [f"account {person.account}"]
    names = {person.name, *await people.former_names_of(tx, person.id)}
    return [*account, *(f"name {name}" for name in sorted(names))]


def _digest(salt: str, text: str) -> str:
    """Return a digest that takes a while, because there are few numbers of accounts."""
    digest = hashlib.scrypt(text.encode(), salt=bytes.fromhex(salt), n=2**13, r=8, p=1, dklen=16)
    return digest.hex()


def _entries(database: Path) -> Iterator[Erasure]:
    """Yield the entries of the file.

    A line that a power cut has left incomplete is skipped. Its erasure was not committed either,
    because `remember` waits for the disk before the commit.
    """
    try:
        # The file is ASCII; bytes that a power cut has left there spoil only their own line.
        content = forgotten_file(database).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return
    for line in content.splitlines():
        try:
            yield Erasure(**json.loads(line))
        except (ValueError, TypeError):
            continue
