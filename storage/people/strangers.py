"""Strangers: accounts with no role and no game, and groups that belong to no competition.

Anyone with a Telegram account may write to the bot, even a crowd at once. The chat alone shows
whether its author is a participant, so the bot knows the answer before it reads an update.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, bindparam, or_, select

from storage.schema import competition_people, group_chats, matches, persons

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

_chat = bindparam("chat", type_=BigInteger)


def _is_in(column: "Column[Any]") -> "ColumnElement[bool]":
    return select(column).where(column == persons.c.id).exists()


_A_PERSON = select(persons.c.id).where(
    persons.c.chat == _chat,
    or_(
        persons.c.arbiter,
        persons.c.rating_keeper,
        *(_is_in(column) for column in (matches.c.red, matches.c.blue, matches.c.arbiter)),
        _is_in(competition_people.c.person),
    ),
)
_A_GROUP = select(group_chats.c.chat).where(group_chats.c.chat == _chat)


class Strangers:
    """Distinguishes strangers from participants by their chats.

    A program remembers a participant as long as it runs. It queries a stranger each time, because
    they may have opened an invitation. A transaction that may be rolled back remembers its results
    separately (`begun`), and shares them after the commit (`keep`).
    """

    def __init__(
        self, operators: Sequence[int] = (), *, before: AbstractSet[int] = frozenset()
    ) -> None:
        self.known = set(operators)
        self._before = before

    def begun(self) -> "Strangers":
        """Return a copy of the known participants for one transaction."""
        return Strangers(before=self.known)

    def keep(self, found: "Strangers") -> None:
        """Remember the participants that a transaction found, after its commit."""
        self.known |= found.known

    def forget(self) -> None:
        """Forget this transaction's results, because some of its writes were rolled back."""
        self.known.clear()

    async def among(self, tx: "AsyncConnection", chats: Iterable[int]) -> frozenset[int]:
        """Return which of these chats belong to strangers."""
        asked = set(chats) - self.known - self._before
        strange = frozenset({chat for chat in asked if not await _takes_part(tx, chat)})
        self.known |= asked - strange
        return strange


async def _takes_part(tx: "AsyncConnection", chat: int) -> bool:
    query = _A_GROUP if chat < 0 else _A_PERSON
    return (await tx.execute(query, {"chat": chat})).first() is not None
