"""Whose messages are taken from the outbox to the turnstile.

Of each precedence some wait there, no more than Telegram takes in a second; the others wait in
their rows, however many they are. Lanes are looked through a stretch at a time, in the order of
their chats' numbers and round again, so that each is seen; of a stretch those are taken first that
have had nothing for the longest.
"""

from typing import TYPE_CHECKING, Final

from storage.queues import outbox_due
from storage.queues.outbox_due import FIRST, Queued
from storage.queues.precedence import LOOKED_OUT_FOR, Precedence

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.transport.sending.turnstile import Turnstile

PLENTY: Final = 30
"""Lanes of one precedence that wait at the turnstile, as many as Telegram takes in a second."""
STRETCH: Final = 64
"""Lanes looked at together: more than have had something within a second."""


class Choosing:
    """Finds who is to be taken next, and knows who waits at the turnstile."""

    def __init__(self, turnstile: "Turnstile", looked_out_for: "Callable[[int], None]") -> None:
        """`looked_out_for`: told of each busy lane in which there is what somebody waits for."""
        self._turnstile = turnstile
        self._looked_out_for = looked_out_for
        self._waiting: dict[int, Precedence] = {}
        """Lane → among whom it waits."""
        self._ends = dict.fromkeys(Precedence, FIRST)

    def waits(self, chat: int, precedence: Precedence) -> Precedence:
        """Count the lane among those that wait; return as what, if it was urged meanwhile."""
        return self._waiting.setdefault(chat, precedence)

    def is_plenty(self, precedence: Precedence) -> bool:
        """Return whether so many of that kind wait that nobody need look for more."""
        return self._room(precedence) < PLENTY // 2

    def goes(self, chat: int) -> None:
        """Count the lane no longer among those that wait."""
        self._waiting.pop(chat, None)

    async def next(
        self, tx: "AsyncConnection", now: "datetime", busy: "Container[int]"
    ) -> "list[tuple[Queued, Precedence]]":
        """Return what is to be taken now, of no lane that is busy; these are urged where need be.

        A lane that waits for something urgent is taken as that, never sooner as something less.
        """
        chosen: list[tuple[Queued, Precedence]] = []
        seen: set[int] = set()
        for precedence in sorted(await outbox_due.kinds(tx, now)):
            room = self._room(precedence)
            if room <= 0 and precedence is Precedence.STRANGER:
                continue
            heads = await self._heads(tx, now, precedence, busy)
            found = [head for head in heads if head.chat not in seen]
            order = self._turnstile.order
            found.sort(key=lambda head: (*order(head.precedence, precedence, head.chat), head.id))
            chosen += [(head, precedence) for head in found[: max(0, room)]]
            seen |= {head.chat for head in found}
        return chosen

    def _room(self, precedence: Precedence) -> int:
        return PLENTY - sum(each is precedence for each in self._waiting.values())

    async def any(self, tx: "AsyncConnection", now: "datetime") -> bool:
        """Return whether any message may go now."""
        for precedence in await outbox_due.kinds(tx, now):
            if await self._heads(tx, now, precedence, ()):
                return True
        return False

    async def _heads(
        self,
        tx: "AsyncConnection",
        now: "datetime",
        precedence: Precedence,
        busy: "Container[int]",
    ) -> "list[Queued]":
        """Return the first stretch in which somebody is not busy, from where the last one ended."""
        rounds = 1 if self._ends[precedence] == FIRST else 2
        while rounds:
            after = self._ends[precedence]
            stretch = await outbox_due.heads(tx, now, precedence, after, STRETCH)
            self._ends[precedence] = stretch.end
            rounds -= stretch.end == FIRST
            for head in stretch.heads:
                if head.chat in busy:
                    self._urge(head.chat, precedence)
            if found := [head for head in stretch.heads if head.chat not in busy]:
                return found
        return []

    def _urge(self, chat: int, precedence: Precedence) -> None:
        """Have a chat that waits as something less urgent wait as this."""
        if precedence in LOOKED_OUT_FOR:
            self._looked_out_for(chat)
        if self._waiting.get(chat, precedence) > precedence:
            self._waiting[chat] = precedence
            self._turnstile.hurry(chat, precedence)
