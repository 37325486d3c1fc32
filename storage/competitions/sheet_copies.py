"""Where each arbiter wants the copies of sheets that they get (art. 2.2)."""

from enum import StrEnum

from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage import ahead
from storage.dialects import put
from storage.schema import arbiter_copies


class Copies(StrEnum):
    """The place where an arbiter wants copies of sheets."""

    ALOUD = "aloud"
    """Copies arrive in the arbiter's private chat."""
    SILENT = "silent"
    """Copies arrive in the arbiter's private chat, silently."""
    DAILY = "daily"
    """One message a day for the turns of a competition; other copies arrive silently. The
    default.
    """
    ARCHIVE = "archive"
    """Copies arrive in the arbiter's archive group."""


CHOICE_OF = select(arbiter_copies).where(
    arbiter_copies.c.person == bindparam("whose", type_=BigInteger)
)
"""The query of `of`, under which its rows may be read ahead."""


async def of(tx: AsyncConnection, person: PersonId) -> Copies:
    """Return the place where the arbiter wants their copies."""
    row = await ahead.first(tx, CHOICE_OF, {"whose": person})
    return Copies.DAILY if row is None else Copies(row.way)


async def choose(tx: AsyncConnection, person: PersonId, place: Copies) -> None:
    """Store the place where the arbiter wants their copies."""
    row = {"person": person, "way": place.value}
    await tx.execute(put(tx.dialect.name, arbiter_copies), row)
