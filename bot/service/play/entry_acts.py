"""Stores a move while it is entered for a player, and makes it (art. 9.6)."""

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases.ruled_words import lexicon_of
from bot.service.play.entries import stated_in
from engine.games.entry import enter
from engine.games.events import Event
from storage.play import entries
from storage.play.entries import MoveEntry

if TYPE_CHECKING:
    from bot.service.play.games import SeenGame
    from bot.service.recording import Recorder


class EntryActs:
    """Stores entries and makes their moves."""

    def __init__(self, service: "Recorder") -> None:
        self._service = service

    async def open(self, said: Said, seen: "SeenGame") -> MoveEntry:
        """Return the person's open entry in that game, or a new one.

        Raises:
            GameStateError: the person does not write for the player to move.
        """
        await self._service.entries.check(said.person.id, seen.game)
        for entry in await entries.of_writer(self._service.unit.tx, said.person.id):
            if entry.game_id == seen.game.id:
                return entry
        new = MoveEntry(
            token=secrets.token_urlsafe(9),
            game_id=seen.game.id,
            seq=seen.seq,
            person=seen.game.side(seen.game.turn).person,
            writer=said.person.id,
            photo="",
            placement="",
            received=seen.game.received,
            sent=self._service.games.day(seen.game, said.at),
            asked=False,
            at=said.at,
        )
        await entries.put(self._service.unit.tx, new)
        return new

    async def change(self, entry: MoveEntry) -> None:
        """Store the changed entry."""
        await entries.change(self._service.unit.tx, entry)

    async def drop(self, entry: MoveEntry) -> None:
        """Delete the entry."""
        await entries.drop(self._service.unit.tx, entry.token)

    async def decided(self, entry: MoveEntry, seen: "SeenGame", at: datetime) -> tuple[Event, ...]:
        """Return the events of the entry in its game.

        Raises:
            EngineError: the move or the days are not possible.
        """
        lexicon = await lexicon_of(self._service, seen.game)
        seat = seen.game.turn
        stated = stated_in(entry)
        return enter(seen.game, seat, stated, writer=entry.writer, at=at, lexicon=lexicon)

    async def make(self, entry: MoveEntry, seen: "SeenGame", at: datetime) -> "SeenGame":
        """Make the move and delete all other entries of the game."""
        return await self._service.game_acts.record(seen, await self.decided(entry, seen, at), at)
