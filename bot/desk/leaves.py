"""The leave side of the desk: announced, changed or taken back, wherever it counts (art. 7.2).

In a competition leave belongs to a player and a phase: it stands in the competition's log and goes
into every match of his in the phase, and from there into the games that run. Outside of one it
belongs to a match. Everything is decided before anything is written, so that one place that cannot
take it leaves all others as they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

from bot.desk.competitions.competitions import SeenCompetition, act
from bot.desk.matches import SeenMatch
from bot.messages import Text, say
from bot.office.shared import Said
from engine.clock import LeavePeriod
from engine.competitions.competition import CompetitionStage
from engine.competitions.events import CompetitionEvent, PlayerLeaveAnnounced, PlayerLeaveWithdrawn
from engine.competitions.fold import evolve_competition
from engine.competitions.leave import announce_leave as announce_in_phases
from engine.competitions.leave import may_play
from engine.competitions.leave import withdraw_leave as withdraw_from_phase
from engine.competitions.phase import PhaseState
from engine.games.commands import AnnounceLeave, WithdrawLeave
from engine.ids import NO_COMPETITION, PersonId, game_id
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.events import MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn
from engine.matches.fold import evolve_match
from engine.rulesets import Phase

if TYPE_CHECKING:
    from bot.desk.desk import Desk


@dataclass(frozen=True, slots=True)
class Book:
    """One place where a player's leave is counted: a phase, or a match outside a competition."""

    title: Text
    periods: tuple[LeavePeriod, ...]
    left: int
    """Days of leave he still has there."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a player wants: `old` taken back, `new` announced, or one for the other."""

    old: LeavePeriod | None = None
    new: LeavePeriod | None = None


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

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    async def books(self, person: PersonId) -> list[Book]:
        """Return every place where the person's leave counts, competitions first."""
        found = []
        for seen in await self._competitions(person):
            competition = seen.competition
            found += [
                _phase_book(competition.title, phase, person, competition.rules.leave_days)
                for phase in competition.phases[competition.number :]
            ]
        for single in await self._single(person):
            found.append(_match_book(single, person))
        return found

    async def change(self, said: Said, change: Change) -> Noted:
        """Note the change wherever it counts and tell partners and arbiters (art. 7.2).

        Raises:
            EngineError: one of the places cannot take it; then none does.
        """
        person = said.person.id
        decided = _Decided()
        for seen in await self._competitions(person):
            if change.old is None or _holds(seen, person, change.old):
                await self._decide_in(seen, said, change, decided)
        for single in await self._single(person):
            if change.old is None or change.old in single.match.leave_of(person):
                events = _of_match(single, said, [change.old], [change.new])
                decided.matches.append((single, events))
        await self._write(said, decided)
        await self._tell(said, change, decided)
        parts = decided.announced
        concerned = tuple([book for book in await self.books(person) if parts & {*book.periods}])
        return Noted(books=concerned, parts=tuple(sorted(parts)))

    async def _competitions(self, person: PersonId) -> list[SeenCompetition]:
        """Return the competitions in which the person plays or may still play."""
        return [
            seen
            for seen in await self._desk.competitions.all_played(person)
            if seen.competition.stage is not CompetitionStage.CLOSED
            and may_play(seen.competition, person)
        ]

    async def _single(self, person: PersonId) -> list[SeenMatch]:
        """Return the person's matches outside competitions that are still played."""
        active = await self._desk.matches.active(person)
        return [seen for seen in active if seen.match.competition == NO_COMPETITION]

    async def _decide_in(
        self, seen: SeenCompetition, said: Said, change: Change, decided: _Decided
    ) -> None:
        """Decide what the competition's phases note, and with the present one its matches."""
        person, competition = said.person.id, seen.competition
        events: list[CompetitionEvent] = []
        if change.old is not None:
            events += withdraw_from_phase(competition, act(said), person, change.old)
        if change.new is not None:
            without = reduce(evolve_competition, events, competition)
            events += announce_in_phases(without, act(said), person, change.new)
        decided.competitions.append((seen, events))
        for match in await self._desk.matches.active(person):
            if match.match.competition == competition.code:
                phase = match.match.phase
                old, new = _back(events, phase), _ahead(events, phase)
                decided.matches.append((match, _of_match(match, said, old, new)))

    async def _write(self, said: Said, decided: _Decided) -> None:
        for competition, noted in decided.competitions:
            await self._desk.competitions.record(competition, noted, said.at)
        for match, events in decided.matches:
            await self._note(said, match, events)

    async def _note(self, said: Said, seen: SeenMatch, events: Sequence[MatchEvent]) -> None:
        """Note leave in the match, and in the game that is running."""
        seen = await self._desk.matches.advance(seen, events, said.at)
        running = seen.match.running
        if running is None:
            return
        game = await self._desk.games.load(game_id(seen.match.code, running))
        seat = self._desk.games.seat(said, game.game)
        for event in events:
            if isinstance(event, MatchLeaveAnnounced):
                announced = AnnounceLeave(by=seat, period=event.period)
                game = await self._desk.games.act(game, announced, said.at)
            elif isinstance(event, MatchLeaveWithdrawn):
                withdrawn = WithdrawLeave(by=seat, period=event.period)
                game = await self._desk.games.act(game, withdrawn, said.at)

    async def _tell(self, said: Said, change: Change, decided: _Decided) -> None:
        """Tell each partner and each arbiter once, with the games that it concerns."""
        told: dict[PersonId, list[str]] = {}
        partners: set[PersonId] = set()
        for seen, events in decided.matches:
            if not events:
                continue
            match = seen.match
            code = game_id(match.code, match.running) if match.running else match.code
            arbiters = await self._desk.competitions.arbiters(match)
            partners.add(match.partner(said.person.id))
            for person in (match.partner(said.person.id), *arbiters):
                told.setdefault(person, []).append(code)
        for seen_, events_ in decided.competitions:
            if events_:  # a phase that has not started has no partners yet, but its arbiters
                for arbiter in seen_.competition.arbiters:
                    told.setdefault(arbiter, [])
        for person, codes in told.items():
            about = codes[0] if len(codes) == 1 else ""
            text = _told(said.person.name, change, codes)
            is_copy = person not in partners
            await self._desk.tell_person(person, text, about=about, is_copy=is_copy)


def _told(who: str, change: Change, codes: Sequence[str]) -> Text:
    old, new = change.old, change.new
    games = ", ".join(codes)
    game = say("leave.games", game=games) if games else None
    if old is not None and new is not None:
        return say(
            "leave.changed",
            who=who,
            old_first=old.first.isoformat(),
            old_last=old.last.isoformat(),
            first=new.first.isoformat(),
            last=new.last.isoformat(),
            n=new.days,
            games=game,
        )
    period = new or old
    if period is None:
        raise ValueError("a change of leave takes back or announces something")
    first, last, days = period.first.isoformat(), period.last.isoformat(), period.days
    if new is not None:
        return say("leave.announced", who=who, first=first, last=last, n=days, games=game)
    return say("leave.withdrawn", who=who, first=first, last=last, n=days, games=game)


def _of_match(
    seen: SeenMatch,
    said: Said,
    old: Iterable[LeavePeriod | None],
    new: Iterable[LeavePeriod | None],
) -> list[MatchEvent]:
    """Return what the match notes: first what is taken back, then what is announced."""
    match, person = seen.match, said.person.id
    events: list[MatchEvent] = []
    for decide, periods in ((withdraw_leave, old), (announce_leave, new)):
        for period in periods:
            if period is not None:
                found = decide(match, person, period, said.at)
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


def _phase_book(title: str, phase: PhaseState, person: PersonId, allowance: int) -> Book:
    own = phase.leave_of(person)
    name = say(f"phase.{phase.plan.phase.value}")
    return Book(
        say("leave.phase", title=title, phase=name),
        own,
        allowance - sum(period.days for period in own),
    )


def _match_book(seen: SeenMatch, person: PersonId) -> Book:
    own = seen.match.leave_of(person)
    left = seen.match.rules.leave_days - sum(period.days for period in own)
    return Book(say("leave.match", match=seen.match.code), own, left)
