"""Reads competitions: by code, by match, by arbiter or by player.

Handlers use `service.competitions.load(code)`, `.ruled_by(user_input, code)` for an arbiter's act,
and `.of_match(match)` (None outside a competition). `.arbiters(match)` returns the arbiters of any
match. Lists leave out competitions with damaged logs, except `played_by`.

`load`, `get` and `ruled_by` refuse an import that was taken back. What is asked about a match is
answered even then: its arbiters, exclusions and result stay as they were.

`bot.service.recording.competitions.competition_acts` writes decisions.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.runtime.folding import load_any_competition
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.people.persons import Persons
from engine.competitions import guards
from engine.competitions.competition import Competition
from engine.competitions.events import PlayerExcluded
from engine.competitions.participation import everybody
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from engine.matches.match import Match
from storage import log
from storage.competitions import competition_rows
from storage.competitions.competition_rows import CompetitionRow
from storage.streams import competition_stream


@dataclass(frozen=True, slots=True)
class CompetitionSnapshot:
    """A competition and the number of its last event."""

    competition: Competition
    seq: int


class Competitions:
    """All reads of competitions; each is read once in a unit of work."""

    def __init__(self, context: Context, persons: Persons) -> None:
        self._context, self._persons = context, persons
        self._tx = context.unit.tx
        self._seen: dict[CompetitionCode, CompetitionSnapshot] = context.unit.remembering({})

    async def load(self, code: CompetitionCode) -> CompetitionSnapshot:
        """Return the competition as rebuilt from its log.

        Raises:
            GameStateError: there is no such competition, or its import was taken back.
        """
        snapshot = await self.load_any(code)
        guards.check_in_force(snapshot.competition)
        return snapshot

    async def get(self, code: CompetitionCode) -> Competition:
        """Return the competition of `load`, without the number of its last event."""
        return (await self.load(code)).competition

    async def load_any(self, code: CompetitionCode) -> CompetitionSnapshot:
        """Return the competition, even if its import was taken back.

        Raises:
            GameStateError: there is no such competition.
        """
        if code not in self._seen:
            folded, head = await load_any_competition(self._tx, self._context.shared, code)
            self._seen[code] = CompetitionSnapshot(folded, head.seq)
        return self._seen[code]

    def note(self, competition: Competition, last: log.Stored) -> CompetitionSnapshot:
        """Remember the competition after that event, and return it."""
        snapshot = CompetitionSnapshot(competition, last.seq)
        self._seen[competition.code] = snapshot
        self._context.shared.competitions.put(last.hash, competition)
        return snapshot

    async def of_match(self, match: Match) -> CompetitionSnapshot | None:
        """Return the match's competition, even if its import was taken back, or None."""
        return await self.load_any(match.competition) if match.competition else None

    async def is_in_force(self, match: Match) -> bool:
        """Return whether the match is in no competition whose import was taken back."""
        snapshot = await self.of_match(match)
        return snapshot is None or guards.is_in_force(snapshot.competition)

    async def check_in_force(self, match: Match) -> None:
        """Refuse if the match is in a competition whose import was taken back.

        Raises:
            GameStateError: it is.
        """
        snapshot = await self.of_match(match)
        if snapshot is not None:
            guards.check_in_force(snapshot.competition)

    async def ruled_by(self, user_input: UserInput, code: CompetitionCode) -> CompetitionSnapshot:
        """Return a competition that the person is an arbiter of.

        Raises:
            GameStateError: as `load`, or the person is not an arbiter of it.
        """
        snapshot = await self.load(code)
        if user_input.person.id not in snapshot.competition.arbiters:
            raise GameStateError(Fault("not_an_arbiter", "9.7"))
        return snapshot

    async def all_ruled(self, arbiter: PersonId) -> list[CompetitionSnapshot]:
        """Return the competitions that the person is an arbiter of, last changed first."""
        return await self._of_rows(await competition_rows.ruled_by(self._tx, arbiter))

    async def all_played(self, player: PersonId) -> list[CompetitionSnapshot]:
        """Return the competitions that the person is entered in, last changed first."""
        return await self._of_rows(await competition_rows.played_by(self._tx, player))

    async def played_by(self, player: PersonId) -> list[CompetitionSnapshot]:
        """Return the competitions of `all_played`; a damaged one is refused.

        A person must not be forgotten or merged without it.

        Raises:
            GameStateError: the log of one is damaged.
        """
        rows = await competition_rows.played_by(self._tx, player)
        return [await self.load_any(CompetitionCode(row.code)) for row in rows]

    async def any_of(self, player: PersonId) -> bool:
        """Return whether the person is entered in a competition, also in a damaged one."""
        return bool(await competition_rows.played_by(self._tx, player))

    async def all_taken_back(self, arbiter: PersonId) -> list[CompetitionSnapshot]:
        """Return the imports that were taken back and whose arbiter the person is."""
        return await self._of_rows(await competition_rows.taken_back_by(self._tx, arbiter))

    async def _of_rows(self, rows: Iterable[CompetitionRow]) -> list[CompetitionSnapshot]:
        """Return the competitions of these rows, in their order, without damaged ones."""
        return await self.readable(row.code for row in rows)

    async def readable(self, codes: Iterable[str]) -> list[CompetitionSnapshot]:
        """Return the competitions of these codes, in their order, without damaged ones."""
        snapshots = []
        for code in codes:
            with leaving_out_damaged():
                snapshots.append(await self.load_any(CompetitionCode(code)))
        return snapshots

    async def arbiters(self, match: Match) -> tuple[PersonId, ...]:
        """Return the arbiters of a match or of its competition, the chief arbiter first."""
        snapshot = await self.of_match(match)
        return snapshot.competition.arbiters if snapshot is not None else (match.arbiter,)

    async def chief_arbiter(self, match: Match) -> PersonId:
        """Return the chief arbiter of a match or of its competition."""
        return (await self.arbiters(match))[0]

    async def chiefs_served(self, match: Match) -> tuple[tuple[datetime, PersonId], ...]:
        """Return every chief arbiter of the match so far, with the instant since which they are."""
        snapshot = await self.of_match(match)
        if snapshot is None:
            return match.served
        return tuple((since, arbiters[0]) for since, arbiters in snapshot.competition.served)

    async def excluded_player(self, match: Match) -> PersonId | None:
        """Return the player of the match who is excluded from the competition, or None (10.3)."""
        return _first_of(match, await self.excluded_players(match))

    async def excluded_players(self, match: Match) -> frozenset[PersonId]:
        """Return the players of the match who are excluded from its competition (art. 10.3)."""
        snapshot = await self.of_match(match)
        if snapshot is None:
            return frozenset()
        return snapshot.competition.excluded.intersection(match.people)

    async def gone_from(self, match: Match) -> PersonId | None:
        """Return the player of the match who is disqualified or has withdrawn, if any."""
        snapshot = await self.of_match(match)
        return None if snapshot is None else _first_of(match, snapshot.competition.former_players)

    async def counts(self, match: Match) -> bool:
        """Return whether no disqualification makes the match void (art. 10.3).

        Whether its competition was taken back is another question: `is_in_force`.
        """
        return not await self._void_since(match)

    async def _void_since(self, match: Match) -> dict[PersonId, datetime]:
        """Return the players of the match whose results in its phase are void, and since when."""
        snapshot = await self.of_match(match)
        if snapshot is None:
            return {}
        since = snapshot.competition.state_of(match.phase).void_since
        return {player: since[player] for player in match.people if player in since}

    async def made_void(self, match: Match) -> PlayerExcluded | None:
        """Return the disqualification that made the match void; None if it counts (art. 10.3)."""
        void_since = await self._void_since(match)
        if not void_since:
            return None
        player = min(void_since, key=lambda each: void_since[each])
        stream = competition_stream(match.competition)
        stored = await stored_events(self._tx, self._context.shared.damaged, stream)
        excluded = next(
            row.event
            for row in stored
            if isinstance(row.event, PlayerExcluded) and row.event.at == void_since[player]
        )
        return replace(excluded, player=player)  # the event has the number from before a merge

    async def is_free(self, code: CompetitionCode) -> bool:
        """Return whether no competition has that code."""
        return not (await log.head(self._tx, competition_stream(code))).seq

    async def free_code(self, stem: str) -> CompetitionCode:
        """Return that code, or one with a number after it that no competition has."""
        number = 1
        code = CompetitionCode(stem)
        while not await self.is_free(code):
            number += 1
            code = CompetitionCode(f"{stem}-{number}")
        return code

    async def names(self, competition: Competition) -> dict[PersonId, str]:
        """Return the names of the competition's arbiters, players and reserves."""
        people = (*competition.arbiters, *everybody(competition))
        return await self._persons.names(people)


def _first_of(match: Match, people: Collection[PersonId]) -> PersonId | None:
    """Return the first player of the match who is among these people, or None."""
    return next((player for player in match.people if player in people), None)
