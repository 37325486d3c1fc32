"""The leave side of the service: announced, changed or taken back, wherever it counts (art. 7.2).

In a competition leave belongs to a player and a phase: it stands in the competition's log and goes
into every match of his in the phase, and from there into the games that run. Outside of one it
belongs to a match. Everything is decided before anything is written, so that one place that cannot
take it leaves all others as they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.competitions.competitions import SeenCompetition, act
from bot.service.matches import SeenMatch, speaks_for
from bot.texts.messages import Text, say
from bot.texts.notices.ledger import LeaveWanted, change_told
from engine.competitions.competition import CompetitionStage
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import evolve_competition
from engine.competitions.leave import announce_leave as announce_in_phases
from engine.competitions.leave import may_play
from engine.competitions.leave import withdraw_leave as withdraw_from_phase
from engine.competitions.phase import PhaseState
from engine.competitions.player_events import PlayerLeaveAnnounced, PlayerLeaveWithdrawn
from engine.errors import Fault, GameStateError
from engine.games.commands import AnnounceLeave, WithdrawLeave
from engine.ids import NO_COMPETITION, PersonId, Seat, game_id
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.events import MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn
from engine.matches.fold import evolve_match
from engine.matches.match import Match
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod

if TYPE_CHECKING:
    from bot.service.recording import Recorder


@dataclass(frozen=True, slots=True)
class Book:
    """One place where a player's leave is counted: a phase, or a match outside a competition."""

    title: Text
    periods: tuple[LeavePeriod, ...]
    left: int
    """Days of leave he still has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Where a change was noted."""

    books: tuple[Book, ...]
    """The places it concerns, as they stand now."""
    parts: tuple[LeavePeriod, ...]
    """What of the new period counts anywhere, in order."""


@dataclass(slots=True)
class _Decided:
    """What is to be written: nothing is, before all of it is decided."""

    competitions: list[tuple[SeenCompetition, list[CompetitionEvent]]] = field(default_factory=list)
    matches: list[tuple[SeenMatch, list[MatchEvent]]] = field(default_factory=list)

    @property
    def announced(self) -> set[LeavePeriod]:
        """Return every period that is announced somewhere."""
        in_phases = (event for _, events in self.competitions for event in events)
        in_matches = (event for _, events in self.matches for event in events)
        return {
            *(event.period for event in in_phases if isinstance(event, PlayerLeaveAnnounced)),
            *(event.period for event in in_matches if isinstance(event, MatchLeaveAnnounced)),
        }


class Leaves:
    """Everything a handler may do with a player's leave."""

    def __init__(self, service: "Recorder") -> None:
        self._service = service

    async def books(self, said: Said, player: PersonId) -> list[Book]:
        """Return every place where a player's leave counts and the person speaks for him.

        Competitions come first.
        """
        found = []
        for seen in await self._competitions(said, player):
            competition = seen.competition
            found += [
                _phase_book(competition.title, phase, player, competition.rules)
                for phase in competition.phases[competition.number :]
            ]
        for single in await self._single(said, player):
            found.append(_match_book(single, player))
        return found

    async def written_for(self, said: Said) -> list[PersonId]:
        """Return the players for whom the person writes, and may announce leave (art. 9.6)."""
        matches = [
            *await self._service.matches.active(said.person.id),
            *await self._service.matches.ruled_active(said.person.id),
        ]
        players = dict.fromkeys(
            player
            for seen in matches
            for player, writer in seen.match.writers.items()
            if writer == said.person.id
        )
        return [player for player in players if await self.books(said, player)]

    async def change(self, said: Said, player: PersonId, change: LeaveWanted) -> Noted:
        """Note the change wherever it counts and tell partners and arbiters (art. 7.2).

        Raises:
            EngineError: one of the places cannot take it, then none does; or the person speaks for
                the player nowhere.
        """
        if not await self.books(said, player):
            raise GameStateError(Fault("not_your_game"))
        decided = _Decided()
        for seen in await self._competitions(said, player):
            if change.old is None or _holds(seen, player, change.old):
                await self._decide_in(seen, said, player, change, decided)
        for single in await self._single(said, player):
            if change.old is None or change.old in single.match.leave_of(player):
                events = _of_match(single, player, said.at, [change.old], [change.new])
                decided.matches.append((single, events))
        await self._write(said, player, decided)
        await self._tell(said, player, change, decided)
        parts = decided.announced
        books = await self.books(said, player)
        concerned = tuple([book for book in books if parts & {*book.periods}])
        return Noted(books=concerned, parts=tuple(sorted(parts)))

    async def _competitions(self, said: Said, player: PersonId) -> list[SeenCompetition]:
        """Return the competitions in which the player plays or may still play.

        Who writes for him speaks for him where he does so in every match that is played now: leave
        counts in all of them.
        """
        playing = [seen.match for seen in await self._service.matches.active(player)]
        found = []
        for seen in await self._service.competitions.all_played(player):
            competition = seen.competition
            is_open = competition.stage is not CompetitionStage.CLOSED
            if is_open and may_play(competition, player):
                here = [match for match in playing if match.competition == competition.code]
                if said.person.id == player or (here and _speaks(said, player, here)):
                    found.append(seen)
        return found

    async def _single(self, said: Said, player: PersonId) -> list[SeenMatch]:
        """Return the player's matches outside competitions that are still played."""
        active = await self._service.matches.active(player)
        single = [seen for seen in active if seen.match.competition == NO_COMPETITION]
        return [seen for seen in single if _speaks(said, player, [seen.match])]

    async def _decide_in(
        self,
        seen: SeenCompetition,
        said: Said,
        player: PersonId,
        change: LeaveWanted,
        decided: _Decided,
    ) -> None:
        """Decide what the competition's phases note, and with the present one its matches."""
        competition = seen.competition
        events: list[CompetitionEvent] = []
        if change.old is not None:
            events += withdraw_from_phase(competition, act(said), player, change.old)
        if change.new is not None:
            without = reduce(evolve_competition, events, competition)
            events += announce_in_phases(without, act(said), player, change.new)
        decided.competitions.append((seen, events))
        for match in await self._service.matches.active(player):
            if match.match.competition == competition.code:
                phase = match.match.phase
                old, new = _back(events, phase), _ahead(events, phase)
                decided.matches.append((match, _of_match(match, player, said.at, old, new)))

    async def _write(self, said: Said, player: PersonId, decided: _Decided) -> None:
        for competition, noted in decided.competitions:
            await self._service.competition_acts.record(competition, noted, said.at)
        for match, events in decided.matches:
            await self._note(said, player, match, events)

    async def _note(
        self, said: Said, player: PersonId, seen: SeenMatch, events: Sequence[MatchEvent]
    ) -> None:
        """Note leave in the match, and in what is running of it."""
        seen = await self._service.match_acts.advance(seen, events, said.at)
        for running in seen.match.all_running:
            game = await self._service.games.load(game_id(seen.match.code, running))
            seat = Seat.RED if game.game.red.person == player else Seat.BLUE
            for event in events:
                if isinstance(event, MatchLeaveAnnounced):
                    announced = AnnounceLeave(by=seat, period=event.period)
                    game = await self._service.game_acts.act(game, announced, said.at)
                elif isinstance(event, MatchLeaveWithdrawn):
                    withdrawn = WithdrawLeave(by=seat, period=event.period)
                    game = await self._service.game_acts.act(game, withdrawn, said.at)

    async def _tell(
        self, said: Said, player: PersonId, change: LeaveWanted, decided: _Decided
    ) -> None:
        """Tell each partner and each arbiter once, with the games that it concerns."""
        told: dict[PersonId, list[str]] = {}
        partners: set[PersonId] = set()
        for seen, events in decided.matches:
            if not events:
                continue
            match = seen.match
            code = game_id(match.code, match.running) if match.running else match.code
            arbiters = await self._service.competitions.arbiters(match)
            partners.add(match.partner(player))
            for person in (match.partner(player), *arbiters):
                told.setdefault(person, []).append(code)
        for seen_, events_ in decided.competitions:
            if events_:  # a phase that has not started has no partners yet, but its arbiters
                for arbiter in seen_.competition.arbiters:
                    told.setdefault(arbiter, [])
        known = await self._service.persons.get(player)
        if known.chat is not None:  # he reads what is said for him
            told.setdefault(player, [])
            partners.add(player)
        told.pop(said.person.id, None)
        for person, codes in told.items():
            about = codes[0] if len(codes) == 1 else ""
            text = change_told(known.name, change, codes)
            is_copy = person not in partners
            await self._service.tell_person(person, text, about=about, is_copy=is_copy)


def _speaks(said: Said, player: PersonId, matches: Iterable[Match]) -> bool:
    """Return whether the person is the player, or writes for him in each of these matches."""
    return all(speaks_for(said.person.id, player, match) for match in matches)


def _of_match(
    seen: SeenMatch,
    player: PersonId,
    at: datetime,
    old: Iterable[LeavePeriod | None],
    new: Iterable[LeavePeriod | None],
) -> list[MatchEvent]:
    """Return what the match notes: first what is taken back, then what is announced."""
    match = seen.match
    events: list[MatchEvent] = []
    for decide, periods in ((withdraw_leave, old), (announce_leave, new)):
        for period in periods:
            if period is not None:
                found = decide(match, player, period, at)
                match = reduce(evolve_match, found, match)
                events += found
    return events


def _back(events: Iterable[CompetitionEvent], phase: Phase) -> list[LeavePeriod]:
    """Return what was taken back in that phase."""
    found = (event for event in events if isinstance(event, PlayerLeaveWithdrawn))
    return [event.period for event in found if event.phase is phase]


def _ahead(events: Iterable[CompetitionEvent], phase: Phase) -> list[LeavePeriod]:
    """Return what was announced in that phase."""
    found = (event for event in events if isinstance(event, PlayerLeaveAnnounced))
    return [event.period for event in found if event.phase is phase]


def _holds(seen: SeenCompetition, person: PersonId, period: LeavePeriod) -> bool:
    competition = seen.competition
    present = competition.phases[competition.number :]
    return any(period in phase.leave_of(person) for phase in present)


def _phase_book(title: str, phase: PhaseState, person: PersonId, rules: Ruleset) -> Book:
    own = phase.leave_of(person)
    name = say(f"phase.{phase.plan.phase.value}")
    return Book(
        say("leave.phase", title=title, phase=name),
        own,
        rules.leave(phase.plan.phase) - sum(period.days for period in own),
    )


def _match_book(seen: SeenMatch, person: PersonId) -> Book:
    own = seen.match.leave_of(person)
    left = seen.match.rules.leave(seen.match.phase) - sum(period.days for period in own)
    return Book(say("leave.match", match=seen.match.code), own, left)
