"""Planning of daily digests: one row for each person, at their own hour.

`bot.service.operations.days.digest_sender` makes the text.
"""

from collections.abc import Sequence

from bot.service.context import Context
from bot.service.pure.days.digest_rows import DIGEST, digest_row, gets_digests, reported_marks
from storage.days import due
from storage.people.people import Person
from storage.streams import person_stream


class Digests:
    """Plans the daily digests."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tx = context.unit.tx

    async def ensure(self, *people: Person) -> None:
        """Plan a digest for each person who receives them; keep an existing plan."""
        await due.put_missing(self._tx, self.rows(*people))

    def rows(self, *people: Person) -> list[due.DueRow]:
        """Return the rows that `ensure` stores where they are missing."""
        return [
            digest_row(person, self._context.unit.now) for person in people if gets_digests(person)
        ]

    async def plan(self, person: Person) -> None:
        """Plan the person's digest again after a change of hour or mode."""
        stream = person_stream(person.id)
        if gets_digests(person):
            planned = [row for row in await due.of(self._tx, stream) if row.kind == DIGEST]
            marks = reported_marks(planned[0]) if planned else []
            await self.plan_next(person, marks)
        else:
            await due.remove(self._tx, stream, DIGEST)

    async def plan_next(self, person: Person, marks: Sequence[str]) -> None:
        """Plan the next digest of a person with the marks of what is reported (`digest_rows`)."""
        await due.put(self._tx, digest_row(person, self._context.unit.now, marks))
