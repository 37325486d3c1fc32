"""A file beside an SQLite database that remembers who was forgotten, for restored copies.

A backup made before the erasure still contains the person. The file has their number, with slow,
salted digests of their account and names. A person counts as brought back only if a digest matches:
in another season's database, the number may be another person's. A database at a server
(`Database.shared`) has no such file; its operator repeats the erasure by hand.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.db import Database
from storage.disk import append_line
from storage.people import people
from storage.people.forgetting import AlreadyForgotten, expect_known, forget
from storage.people.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A forgotten person: their number, and digests that recognise them in an older copy."""

    number: int
    salt: str
    """In hexadecimal; the same for all of the person's digests."""
    digests: list[str]
    """The digests of their account, present name and former names; one match suffices."""


def forgotten_file(database: Path) -> Path:
    """Return the file of a database's forgotten people; it is missing while there are none."""
    return database.with_suffix(".forgotten")


async def erasure_of(tx: AsyncConnection, person: PersonId) -> Erasure:
    """Return the entry of a person who is about to be forgotten.

    Raises:
        AlreadyForgotten: their account and names are gone.
        KeyError: there is no such person.
    """
    salt = secrets.token_hex(16)
    texts = await _texts_of(tx, await expect_known(tx, person))
    return Erasure(number=person, salt=salt, digests=[_digest(salt, text) for text in texts])


def remember(database: Path, erasure: Erasure) -> None:
    """Add the entry to the file, and wait until the disk has it.

    Raises:
        OSError: the file cannot be written.
    """
    append_line(forgotten_file(database), json.dumps(asdict(erasure), separators=(",", ":")))


async def forget_again(
    db: Database, at: datetime, withdrawn_name: Callable[[PersonId], str]
) -> list[PersonId]:
    """Forget everyone of the file whom a restored copy has brought back; return their numbers.

    `withdrawn_name` returns the new name of a number. At a server nothing is done. As after every
    erasure, the files of the database keep the data until `storage.overwriting.wipe` removes it.

    Raises:
        OSError: the file cannot be read.
        TypeError: a complete line has other fields, so that nobody knows whom it means.
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
            await forget(tx, person, at, withdrawn_name(person))
        forgotten.append(person)
    return forgotten


async def _is_back(tx: AsyncConnection, entry: Erasure) -> bool:
    """Return whether the database has the person of the entry, not forgotten."""
    try:
        person = await expect_known(tx, PersonId(entry.number))
    except (KeyError, AlreadyForgotten):
        return False
    return any(_digest(entry.salt, text) in entry.digests for text in await _texts_of(tx, person))


async def _texts_of(tx: AsyncConnection, person: Person) -> list[str]:
    """Return the texts that identify a person: account and names."""
    account = [] if person.account is None else [f"account {person.account}"]
    names = {person.name, *await people.former_names_of(tx, person.id)}
    return [*account, *(f"name {name}" for name in sorted(names))]


def _digest(salt: str, text: str) -> str:
    """Return a digest that takes a while, because there are few numbers of accounts.

    It blocks the event loop, which at the start of the bot and in a command has nothing else to do.
    """
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
            entry = json.loads(line)
        except ValueError:
            continue
        yield Erasure(**entry)
