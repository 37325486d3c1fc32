"""Who is a stranger: somebody who writes to the bot and has neither a role nor a game.

Whoever takes part does so for good, as far as one program remembers; who does not is asked for
again each time, since he may have opened his invitation meanwhile.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from storage.strangers import strangers

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class Strangers:
    """Tells strangers from those who take part, by their chats."""

    def __init__(self, operators: Sequence[int] = ()) -> None:
        self._known = set(operators)

    async def among(self, tx: "AsyncConnection", chats: Iterable[int]) -> frozenset[int]:
        """Return which of these chats are strangers'."""
        asked = set(chats) - self._known
        strange = await strangers(tx, asked) if asked else frozenset[int]()
        self._known |= asked - strange
        return strange
