"""The state of people's dialogues: what they were asked, have chosen, or have read.

It is no original data: a person can answer again. Each value has a key, which its writer knows.
"""

import json
from datetime import datetime
from typing import Final, NamedTuple, Self

from sqlalchemy import and_, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage import ahead
from storage.dialects import put as put_whole
from storage.schema import waiting

READ: Final = "read "
"""The key, before a game, of the number of the last message that the person has read there."""
QUESTION: Final = "question"
"""The key of the question that a person has not answered."""


class WaitingValue(NamedTuple):
    """What a person was asked or has chosen, and when it was stored."""

    value: str
    at: datetime


class StoredQuestion(NamedTuple):
    """An open question as it is stored under `QUESTION`."""

    topic: str
    about: str
    token: str = ""
    """The token in its buttons; an earlier version stored none."""

    @classmethod
    def read(cls, value: str) -> Self:
        """Return the question of a stored value."""
        return cls(*json.loads(value))

    def written(self) -> str:
        """Return the question as a value."""
        return json.dumps(self)


_this_value = and_(waiting.c.person == bindparam("by"), waiting.c.key == bindparam("kind"))
is_dialogue = waiting.c.key.not_like(f"{READ}%")
"""Excludes the marks of read messages, of which a person has one for each game."""
DIALOGUE_OF = select(waiting).where(waiting.c.person == bindparam("by"), is_dialogue)
_OF_EVERYBODY = select(waiting.c.person, waiting.c.value).where(waiting.c.key == bindparam("kind"))
_DELETE = delete(waiting).where(_this_value)
_TAKE = _DELETE.returning(waiting.c.value, waiting.c.at)


async def put(tx: AsyncConnection, person: PersonId, key: str, value: str, at: datetime) -> None:
    """Store a value for the person under that key, in place of an earlier one."""
    values = {"person": person, "key": key, "value": value, "at": at}
    await tx.execute(put_whole(tx.dialect.name, waiting), values)


async def get(tx: AsyncConnection, person: PersonId, key: str) -> WaitingValue | None:
    """Return the value stored under that key, or None; it finds no mark of read messages."""
    dialogue = await ahead.read(tx, DIALOGUE_OF, {"by": person})
    return next((WaitingValue(row.value, row.at) for row in dialogue if row.key == key), None)


async def take(tx: AsyncConnection, person: PersonId, key: str) -> WaitingValue | None:
    """Return and delete the value stored under that key, or None."""
    row = (await tx.execute(_TAKE, {"by": person, "kind": key})).first()
    return None if row is None else WaitingValue(row.value, row.at)


async def of_everybody(tx: AsyncConnection, key: str) -> dict[PersonId, str]:
    """Return the values of all people under that key, by person."""
    rows = (await tx.execute(_OF_EVERYBODY, {"kind": key})).all()
    return {PersonId(person): value for person, value in rows}


async def forget(tx: AsyncConnection, person: PersonId, key: str) -> None:
    """Delete the value stored under that key, if there is one."""
    await tx.execute(_DELETE, {"by": person, "kind": key})


async def forget_question(tx: AsyncConnection, person: PersonId, about: str) -> None:
    """Delete the person's open question if it is about that; another one stays open."""
    stored = await get(tx, person, QUESTION)
    if stored is not None and StoredQuestion.read(stored.value).about == about:
        await forget(tx, person, QUESTION)
