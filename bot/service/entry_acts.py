"""A placement typed in for a player, made (art. 9.6)."""

from datetime import datetime
from typing import TYPE_CHECKING

from bot.service.entries import stated_in
from bot.service.ruled_words import lexicon_of
from engine.games.entry import enter
from engine.games.events import Event
from storage.entries import Entry

if TYPE_CHECKING:
    from bot.service.games import SeenGame
    from bot.service.recording import Recorder


class EntryActs:
    """Makes what was entered for somebody."""

    def __init__(self, service: "Recorder") -> None:
        self._service = service

    async def decided(self, entry: Entry, seen: "SeenGame", at: datetime) -> tuple[Event, ...]:
        """Return the events that the entry makes of its game.

        Raises:
            EngineError: the placement or the days are not possible.
        """
        lexicon = await lexicon_of(self._service, seen.game)
        seat = seen.game.turn
        stated = stated_in(entry)
        return enter(seen.game, seat, stated, writer=entry.writer, at=at, lexicon=lexicon)

    async def make(self, entry: Entry, seen: "SeenGame", at: datetime) -> "SeenGame":
        """Make the placement; whatever else was being entered in the game is void."""
        return await self._service.game_acts.record(seen, await self.decided(entry, seen, at), at)
