"""Competitions as they are read: found by code, by match, by who rules or plays them.

For handlers: `service.competitions.load(code)`, `.ruled_by(said, code)` where an arbiter acts,
`.of_match(match)` (None outside a competition). `.arbiters(match)` says who rules a match, wherever
it is played. What is decided about one is written by `bot.service.competitions.recording`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.runtime.folding import load_competition
from bot.runtime.shared import Said
from engine.competitions.competition import Competition
from engine.competitions.guards import Act
from engine.competitions.participation import everybody
from engine.competitions.player_events import PlayerExcluded
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from engine.matches.match import Match
from storage import log
from storage.competitions import competition_rows as competitions
from storage.competitions.competition_rows import CompetitionRow
from storage.streams import competition_stream

if TYPE_CHECKING:
    from bot.service.context import Context
    from bot.service.people.persons import Persons


@dataclass(frozen=True, slots=True)
class SeenCompetition:
    """A competition and the number of the last event it was made from."""

    competition: Competition
    seq: int


class Competitions:
    """Everything a handler may do with competitions; each is read once in a unit of work."""

    def __init__(self, here: "Context", persons: "Persons") -> None:
        self._here, self._persons = here, persons
        self._tx = here.unit.tx
        self._seen: dict[CompetitionCode, SeenCompetition] = {}

    async def load(self, code: CompetitionCode) -> SeenCompetition:
        """Return the competition as its log makes it.

        Raises:
            GameStateError: there is no such competition.
        """
        if code not in self._seen:
            folded, head = await load_competition(self._tx, self._here.shared, code)
            self._seen[code] = SeenCompetition(folded, head.seq)
        return self._seen[code]

    def note(self, seen: SeenCompetition, head: str) -> None:
        """Remember how the competition stands after the event of that hash."""
        self._seen[seen.competition.code] = seen
        self._here.shared.competitions.put(head, seen.competition)

    def forget(self, code: CompetitionCode) -> None:
        """Read the competition anew next time: what was recorded of it has been taken back."""
        self._seen.pop(code, None)

    async def of_match(self, match: Match) -> SeenCompetition | None:
        """Return the competition that the match is played in, if it is one."""
        return await self.load(match.competition) if match.competition else None

    async def ruled_by(self, said: Said, code: CompetitionCode) -> SeenCompetition:
        """Return a competition that the person is an arbiter of.

        Raises:
            GameStateError: there is no such competition, or he is no arbiter of it.
        """
        seen = await self.load(code)
        if said.person.id not in seen.competition.arbiters:
            raise GameStateError(Fault("not_an_arbiter", "9.7"))
        return seen

    async def all_ruled(self, arbiter: PersonId) -> list[SeenCompetition]:
        """Return the competitions that the person is an arbiter of, the latest changed first."""
        return await self._all(await competitions.ruled_by(self._tx, arbiter))

    async def all_played(self, player: PersonId) -> list[SeenCompetition]:
        """Return the competitions that the person is entered in, the latest changed first."""
        return await self._all(await competitions.played_by(self._tx, player))

    async def _all(self, rows: Iterable[CompetitionRow]) -> list[SeenCompetition]:
        return [await self.load(CompetitionCode(row.code)) for row in rows]

    async def arbiters(self, match: Match) -> tuple[PersonId, ...]:
        """Return who rules a match, the main arbiter first: its competition's, or its own."""
        seen = await self.of_match(match)
        return seen.competition.arbiters if seen is not None else (match.arbiter,)

    async def excluded_from(self, match: Match) -> PersonId | None:
        """Return the player of the match who is excluded from its competition, if one is (10.3)."""
        seen = await self.of_match(match)
        if seen is None:
            return None
        excluded = seen.competition.excluded
        return next((player for player in match.people if player in excluded), None)

    async def gone_from(self, match: Match) -> PersonId | None:
        """Return the player of the match who plays no more: excluded, or having left."""
        seen = await self.of_match(match)
        gone = seen.competition.gone if seen is not None else frozenset()
        return next((player for player in match.people if player in gone), None)

    async def counts(self, match: Match) -> bool:
        """Return whether the match counts: not if a player of it is declared void (art. 10.3)."""
        return not await self._void(match)

    async def _void(self, match: Match) -> frozenset[PersonId]:
        """Return the players of the match who are declared void in its phase."""
        seen = await self.of_match(match)
        phases = seen.competition.phases if seen is not None else ()
        void = (phase.void for phase in phases if phase.plan.phase is match.phase)
        return frozenset().union(*void) & set(match.people)

    async def made_void(self, match: Match) -> PlayerExcluded | None:
        """Return by whose exclusion the match no longer counts; None: it counts (art. 10.3)."""
        void = await self._void(match)
        if not void:
            return None
        stored = await log.load(self._tx, competition_stream(match.competition))
        excluded = {
            row.event.player: row.event for row in stored if isinstance(row.event, PlayerExcluded)
        }
        return min((excluded[player] for player in void), key=lambda event: event.at)

    async def is_free(self, code: CompetitionCode) -> bool:
        """Return whether no competition has that code."""
        return not (await log.head(self._tx, competition_stream(code))).seq

    async def names(self, competition: Competition) -> dict[PersonId, str]:
        """Return the names of the competition's arbiters and of all who play or were to play."""
        people = (*competition.arbiters, *everybody(competition))
        return await self._persons.names(people)


def act(said: Said) -> Act:
    """Return who does something, and when, as decisions about competitions want it."""
    return Act(by=said.person.id, at=said.at)
