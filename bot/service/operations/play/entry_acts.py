"""Stores a move while it is entered for a player, and makes it (art. 9.6)."""

from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.readers.play.entries import stated_in
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from engine.games.entry import enter
from engine.games.events import Event
from engine.games.game import until_closing
from storage.play import entries
from storage.play.entries import MoveEntry


class EntryActs:
    """Stores entries and makes their moves."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def open(self, user_input: UserInput, snapshot: GameSnapshot) -> MoveEntry:
        """Return the person's open entry in that game, or a new one.

        Raises:
            GameStateError: the person does not write for the player to move.
        """
        await self._recorder.entries.check_writer(user_input.person.id, snapshot.game)
        for entry in await entries.of_writer(self._recorder.unit.tx, user_input.person.id):
            if entry.game_id == snapshot.game.id:
                return entry
        game, today = snapshot.game, self._recorder.games.day(snapshot.game, user_input.at)
        new = MoveEntry(
            token=self._recorder.new_token(),
            game_id=game.id,
            seq=snapshot.seq,
            person=game.side(game.turn).person,
            writer=user_input.person.id,
            photo="",  # this and the move are asked for next
            placement="",
            received=game.received,
            sent=max(game.received, until_closing(game, today)),
            asked=False,
            at=user_input.at,
        )
        await entries.put(self._recorder.unit.tx, new)
        return new

    async def change(self, entry: MoveEntry) -> None:
        """Store the changed entry."""
        await entries.change(self._recorder.unit.tx, entry)

    async def drop(self, entry: MoveEntry) -> None:
        """Delete the entry."""
        await entries.drop(self._recorder.unit.tx, entry.token)

    async def decided(
        self, entry: MoveEntry, snapshot: GameSnapshot, at: datetime
    ) -> tuple[Event, ...]:
        """Return the events of the entry in its game.

        Raises:
            EngineError: the move or the days are not possible.
        """
        lexicon = await lexicon_of(self._recorder, snapshot.game)
        seat = snapshot.game.turn
        stated = stated_in(entry)
        return enter(snapshot.game, seat, stated, writer=entry.writer, at=at, lexicon=lexicon)

    async def make(self, entry: MoveEntry, snapshot: GameSnapshot, at: datetime) -> GameSnapshot:
        """Make the move; as after any move, the game's entries are deleted (`following`).

        Raises:
            EngineError: the move or the days are not possible.
        """
        return await self._recorder.game_acts.record(
            snapshot, await self.decided(entry, snapshot, at), at
        )
