"""Reads cases: claims and their statements (art. 7.2, 10).

`load` reads any case; handlers use `visible` for a player and `ruled_by` for an arbiter.
`bot.service.recording.cases.case_acts` writes decisions,
`bot.service.operations.cases.ruling_effects` the consequences of rulings;
`bot.service.notices.cases.case_notices` notifies people, `bot.service.notices.cases.cards` draws
the arbiter's card.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.runtime.damaged_logs import stored_events
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.pure.rows import is_open
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.texts.clean_text import cut_code
from engine.cases.case import Case
from engine.cases.decide import NewCase, open_case
from engine.cases.events import CaseId, Digest
from engine.cases.finality import GameCases
from engine.cases.fold import replay_case
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, GameId, PersonId, match_of
from engine.matches.friendly import must_have_arbiter
from engine.matches.match import Match
from storage.cases import case_rows, statements
from storage.cases.case_rows import CaseRow
from storage.cases.statements import StoredStatement
from storage.streams import case_stream


@dataclass(frozen=True, slots=True)
class CaseSnapshot:
    """A case and the number of its last event."""

    case: Case
    seq: int
    """0 for a case that is not stored yet, because nothing was decided in it."""


class Cases:
    """All reads of cases."""

    def __init__(
        self, context: Context, games: Games, matches: Matches, competitions: Competitions
    ) -> None:
        self._games, self._matches, self._competitions = games, matches, competitions
        self._tx, self._damaged = context.unit.tx, context.shared.damaged

    async def load(self, case: CaseId) -> CaseSnapshot:
        """Return the case as rebuilt from its log.

        Raises:
            GameStateError: there is no such case.
        """
        stored = await stored_events(self._tx, self._damaged, case_stream(case))
        if not stored:
            raise _no_such(case)
        return CaseSnapshot(replay_case(row.event for row in stored), stored[-1].seq)

    async def get(self, case: CaseId) -> Case:
        """Return the case of `load`, without the number of its last event."""
        return (await self.load(case)).case

    async def visible(self, user_input: UserInput, case: CaseId) -> CaseSnapshot:
        """Return a case about a game that the person plays or rules.

        Raises:
            GameStateError: there is no such case, or they do neither.
        """
        snapshot = await self.load(case)
        await self._games.visible(user_input, snapshot.case.game)
        if not await self.is_shown_to(user_input, snapshot.case):
            raise _no_such(case)
        return snapshot

    async def is_shown_to(self, user_input: UserInput, case: Case) -> bool:
        """Return whether the person may see the case: everybody but those who must not see a plan.

        An unanswered question about a move that waits is its author's plan (art. 5.3).

        The caller checks whether the person plays or rules the game.
        """
        is_hidden = case.is_plan_unknown_to(user_input.person.id)
        return not is_hidden or user_input.person.id in await self.arbiters(case)

    async def ruled_by(self, user_input: UserInput, case: CaseId) -> CaseSnapshot:
        """Return a case about a game that the person is an arbiter of.

        Raises:
            GameStateError: there is no such case, or other arbiters rule it.
        """
        snapshot = await self.load(case)
        await self._games.ruled_by(user_input, snapshot.case.game)
        return snapshot

    async def match(self, case: Case) -> Match:
        """Return the match of the case's game."""
        return await self._matches.get(match_of(case.game))

    async def of_game(self, game: GameId) -> list[CaseSnapshot]:
        """Return the cases about a game, in order."""
        return [await self.load(row.case_id) for row in await case_rows.of_game(self._tx, game)]

    async def open_ruled_by(self, arbiter: PersonId) -> list[CaseRow]:
        """Return the open cases of the arbiter's games, earliest due day first."""
        rows = await case_rows.ruled_by(self._tx, arbiter)
        return [row for row in rows if is_open(row)]

    async def open_within(self, competition: CompetitionCode) -> list[CaseRow]:
        """Return the open cases of a competition's games, earliest due day first."""
        rows = await case_rows.within(self._tx, competition)
        return [row for row in rows if is_open(row)]

    async def decided_by(self, arbiter: PersonId, most: int) -> list[CaseRow]:
        """Return the cases of the arbiter's games with the latest rulings."""
        rows = [row for row in await case_rows.ruled_by(self._tx, arbiter) if row.ruling]
        return sorted(rows, key=lambda row: row.updated_at, reverse=True)[:most]

    async def concerning(self, person: PersonId) -> list[CaseRow]:
        """Return the cases that the person filed, and those filed against them."""
        return await case_rows.concerning(self._tx, person)

    async def arbiters(self, case: Case) -> tuple[PersonId, ...]:
        """Return the arbiters who may rule on the case, the chief arbiter first."""
        return await self._competitions.arbiters(await self.match(case))

    async def of_same_game(self, case: Case) -> GameCases:
        """Return the case's game with its chief arbiters so far, and all its cases."""
        match = await self.match(case)
        served = await self._competitions.chiefs_served(match)
        game = await self._games.get(case.game)
        cases = tuple(snapshot.case for snapshot in await self.of_game(case.game))
        ended = match.end_of(game.leg)
        over_since = None if ended is None else ended.at
        return GameCases(served=served, game=game, cases=cases, over_since=over_since)

    async def statement_texts(self, case: Case) -> dict[Digest, StoredStatement]:
        """Return the texts of the case's statements, by the digest that its log contains."""
        return await statements.of_case(self._tx, case.id)

    async def own_case(
        self, snapshot: GameSnapshot, arbiter: PersonId, at: datetime
    ) -> CaseSnapshot:
        """Return the open case about the game that arbiters started on their own initiative.

        Without one, return a new case that is not stored yet (`seq` 0).
        """
        for other in await self.of_game(snapshot.game.id):
            if other.case.is_open and other.case.kind is None:
                return other
        opened = open_case(snapshot.game, await self.new_case(snapshot, at), arbiter)
        return CaseSnapshot(replay_case(opened), 0)

    async def new_case(self, snapshot: GameSnapshot, at: datetime) -> NewCase:
        """Return what the next case about a game opens with: its id, instant and game's state.

        Raises:
            GameStateError: `no_arbiter_here`, in a match without an arbiter.
        """
        must_have_arbiter(await self._matches.get(snapshot.game.match))
        numbers = [
            int(row.case_id.rpartition("#")[2])
            for row in await case_rows.of_game(self._tx, snapshot.game.id)
        ]
        number = max(numbers, default=0) + 1
        return NewCase(case=CaseId(f"{snapshot.game.id}#{number}"), at=at, copy=snapshot.seq)


def _no_such(case: CaseId) -> GameStateError:
    """Return the refusal of a case that the person cannot see."""
    return GameStateError(Fault("no_such_case", facts={"case": cut_code(case)}))


def case_id(text: str) -> CaseId:
    """Return the case of a typed code such as `K7QF/1#2`, in upper or lower case."""
    return CaseId(text.strip().upper())
