"""Moves entered for a player from their own sheet (art. 9.6).

The writer sends a photograph of the sheet, types the move, and gives the days on which it came and
went. An arbiter's entry counts at once. The opponent's is made once an arbiter has confirmed it,
with the dates of the sheet.
"""

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.pure.rows import is_open
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.texts.messages import Relayed
from engine.cases.events import ClaimKind
from engine.errors import Fault, GameStateError
from engine.games.deadlines import last_day
from engine.games.entry import StatedMove
from engine.games.game import Game, Stage
from engine.ids import MatchCode, PersonId, match_of
from engine.notation import is_pass, parse_placement
from storage.cases import case_rows
from storage.play import entries, game_rows
from storage.play.entries import MoveEntry

PATIENCE = timedelta(days=1)
"""The grace period for an entry that waits for the arbiter; it is given again while it waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryInGame:
    """An entered move, and its game at present."""

    entry: MoveEntry
    snapshot: GameSnapshot


class Entries:
    """Reads entered moves, and checks who may enter them."""

    def __init__(
        self, context: Context, games: Games, matches: Matches, competitions: Competitions
    ) -> None:
        self._context = context
        self._games, self._matches, self._competitions = games, matches, competitions
        self._tx = context.unit.tx

    async def waiting_for(self, writer: PersonId) -> list[GameSnapshot]:
        """Return the running games in which a player of that writer is to move, most urgent first.

        Damaged ones are left out.
        """
        waiting = []
        for row in await game_rows.with_writers(self._tx, writer):
            with leaving_out_damaged():
                match = await self._matches.get(MatchCode(row.match_id))
                if row.turn_person is not None and match.writers.get(row.turn_person) == writer:
                    waiting.append(await self._games.of_row(row))
        return waiting

    async def writer_of(self, game: Game) -> PersonId | None:
        """Return the writer of the player to move; None if they write themselves."""
        match = await self._matches.get(game.match)
        return match.writers.get(game.side(game.turn).person)

    async def asked_of(self, arbiter: PersonId) -> list[MoveEntry]:
        """Return the entries that wait for that arbiter's confirmation, without damaged matches."""
        waiting = []
        for entry in await entries.waiting_for_arbiter(self._tx):
            with leaving_out_damaged():
                match = await self._matches.get(match_of(entry.game_id))
                if arbiter in await self._competitions.arbiters(match):
                    waiting.append(entry)
        return waiting

    async def own(self, user_input: UserInput, token: str) -> EntryInGame | None:
        """Return the person's entry of that token; None if it is gone or waits for the arbiter.

        Raises:
            GameStateError: the person no longer writes for the player to move.
        """
        entry = await entries.get(self._tx, token)
        if entry is None or entry.writer != user_input.person.id or entry.asked:
            return None
        snapshot = await self._games.load(entry.game_id)
        await self.check_writer(user_input.person.id, snapshot.game)
        return EntryInGame(entry=entry, snapshot=snapshot)

    async def asked(self, user_input: UserInput, token: str) -> EntryInGame | None:
        """Return an entry that waits for the arbiter, or None.

        Raises:
            GameStateError: others rule the game.
        """
        entry = await entries.get(self._tx, token)
        if entry is None or not entry.asked:
            return None
        snapshot = await self._games.ruled_by(user_input, entry.game_id)
        return EntryInGame(entry=entry, snapshot=snapshot)

    async def check_writer(self, writer: PersonId, game: Game) -> None:
        """Check that the person writes for the player to move.

        Raises:
            GameStateError: `not_the_writer`, they do not, or the game is not running.
        """
        if game.stage is not Stage.RUNNING or await self.writer_of(game) != writer:
            raise GameStateError(Fault("not_the_writer", "9.6"))

    async def grace(self, game: Game) -> datetime | None:
        """Return the end of the grace period for a move that waits for the arbiter, or None.

        It waits for a confirmation, or for an answer to its writer's question about its words. Only
        one sent by the last day has grace, because the day of dispatch counts (art. 7.1).
        """
        entered = await entries.of_game(self._tx, game.id)
        in_time = [entry for entry in entered if entry.sent <= last_day(game)]
        asking = await self._asking(game) if in_time else set()
        if any(entry.asked or entry.writer in asking for entry in in_time):
            return self._context.unit.now + PATIENCE
        return None

    async def _asking(self, game: Game) -> set[PersonId]:
        """Return the people with an open question about words of a move in that game (art. 5.3)."""
        rows = await case_rows.of_game(self._tx, game.id)
        return {row.claimant for row in rows if is_open(row) and row.kind == ClaimKind.QUERY}


def stated_in(entry: MoveEntry) -> StatedMove:
    """Return the move and its days as the sheet states them.

    Raises:
        NotationError: the move cannot be read.
    """
    placement = None if is_pass(entry.placement) else parse_placement(entry.placement)
    return StatedMove(placement=placement, received=entry.received, sent=entry.sent)


def with_photo(entry: MoveEntry, photo: Relayed) -> MoveEntry:
    """Return the entry with the photograph of the sheet."""
    return replace(entry, photo=json.dumps(asdict(photo), sort_keys=True))


def photo_of(entry: MoveEntry) -> Relayed | None:
    """Return the photograph of the sheet, or None."""
    return Relayed(**json.loads(entry.photo)) if entry.photo else None
