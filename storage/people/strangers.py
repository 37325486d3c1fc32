"""Strangers: accounts with no role and no game, and groups that belong to no competition.

Anyone with a Telegram account may write to the bot, even a crowd at once. The chat alone shows
whether its author is a participant, so the bot knows the answer before it reads an update.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import BindParameter, Column, ColumnElement, bindparam, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.schema import competition_people, group_chats, matches, persons

_chats: BindParameter[Any] = bindparam("chats", expanding=True)


def _is_in(column: Column[Any]) -> ColumnElement[bool]:
    """Return the condition that the person of a row is in that column."""
    return select(column).where(column == persons.c.id).exists()


_PEOPLE = select(persons.c.address).where(
    persons.c.address.in_(_chats),
    or_(
        persons.c.arbiter,
        persons.c.rating_keeper,
        *(_is_in(column) for column in (matches.c.red, matches.c.blue, matches.c.arbiter)),
        _is_in(competition_people.c.person),
    ),
)
_GROUPS = select(group_chats.c.chat).where(group_chats.c.chat.in_(_chats))
_PARTICIPANTS = union_all(_PEOPLE, _GROUPS)


class Strangers:
    """Distinguishes strangers from participants by their chats.

    A program remembers a participant as long as it runs. It queries a stranger each time, because
    they may have opened an invitation. A transaction that may be rolled back remembers its results
    separately (`begun`), and shares them after the commit (`keep`).
    """

    def __init__(
        self, operators: Sequence[int] = (), *, before: AbstractSet[int] = frozenset()
    ) -> None:
        """`operators` have no row; `before` are participants that need no query."""
        self.known = set(operators)
        """The chats of participants that were found."""
        self._before = before

    def begun(self) -> "Strangers":
        """Return a copy of the known participants for one transaction."""
        return Strangers(before=self.known)

    def keep(self, strangers: "Strangers") -> None:
        """Remember the participants that a transaction found, after its commit."""
        self.known |= strangers.known

    def forget(self) -> None:
        """Forget this transaction's results, because some of its writes were rolled back."""
        self.known.clear()

    async def among(self, tx: AsyncConnection, chats: Iterable[int]) -> frozenset[int]:
        """Return which of these chats belong to strangers."""
        unknown = set(chats) - self.known - self._before
        if not unknown:
            return frozenset()
        participants = {*await tx.scalars(_PARTICIPANTS, {"chats": [*unknown]})}
        self.known |= participants
        return frozenset(unknown - participants)
