"""A player's leave: announced, changed or cancelled wherever it counts (art. 7.2).

In a competition leave belongs to a player and a phase. It is in the competition's log, and is
copied to their matches of the phase and to running games. Outside a competition it belongs to a
match. Each place counts its own days, so one may refuse what another records.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.lookups.days.leave_books import (
    LeaveBook,
    LeaveRefusal,
    RecordedLeave,
    match_book,
    match_refusal,
    phase_book,
    refusal_of,
)
from bot.service.operations.days import moved_leave
from bot.service.operations.matches import copied_leave
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot, speaks_for
from bot.service.recording.changes import CompetitionChange
from bot.service.recording.recorder import Recorder
from bot.texts.notices.days.ledger import LeaveChange, change_told
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent, PlayerLeaveChanged
from engine.competitions.guards import Events
from engine.competitions.leave import change_leave, fitted, outside, parts
from engine.competitions.phase import PhaseState
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import NO_COMPETITION, PersonId, game_id
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.events import MatchEvent, MatchLeaveAnnounced
from engine.matches.fold import evolve_match
from engine.matches.match import Match
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod


class _InCompetition(NamedTuple):
    """The change in a competition's log."""

    snapshot: CompetitionSnapshot
    events: Events


class _InMatch(NamedTuple):
    """The change in a match's log."""

    snapshot: MatchSnapshot
    events: list[MatchEvent]


@dataclass(slots=True)
class _DecidedChanges:
    """The changes to write; nothing is written before all is decided."""

    competitions: list[_InCompetition] = field(default_factory=list)
    matches: list[_InMatch] = field(default_factory=list)
    accepted: set[LeavePeriod] = field(default_factory=set)
    """The parts of the new days that phases accept."""
    refused: list[LeaveRefusal] = field(default_factory=list)
    """The phases and matches that refuse the new days."""

    @property
    def announced(self) -> set[LeavePeriod]:
        """Return every period that is announced somewhere."""
        in_matches = (event for _, events in self.matches for event in events)
        return self.accepted | {
            event.period for event in in_matches if isinstance(event, MatchLeaveAnnounced)
        }

    @property
    def codes(self) -> set[str]:
        """Return the competitions and matches with a change."""
        competitions = {snapshot.competition.code for snapshot, _ in self.competitions}
        return {*competitions, *(snapshot.match.code for snapshot, _ in self.matches)}


class Leaves:
    """Announces, changes and cancels a player's leave."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def books(self, user_input: UserInput, player: PersonId) -> list[LeaveBook]:
        """Return every place of the player's leave for which the person may act.

        Competitions come first.
        """
        leave_books = []
        for snapshot in await self._competitions(user_input, player):
            competition = fitted(snapshot.competition, user_input.at, {player})
            outside_phases = outside(competition, player)
            for phase in _phases_ahead(competition):
                leave_books.append(phase_book(competition, phase, player, outside_phases))
                outside_phases = ()  # it is listed once, under the first phase
        leave_books += [
            match_book(single, player)
            for single in await self._outside_competitions(user_input, player)
        ]
        return leave_books

    async def written_for(self, user_input: UserInput) -> list[PersonId]:
        """Return the players for whom the person writes and may announce leave (art. 9.6)."""
        matches = [
            *await self._recorder.matches.active(user_input.person.id),
            *await self._recorder.matches.ruled_active(user_input.person.id),
        ]
        players = dict.fromkeys(
            player
            for snapshot in matches
            for player, writer in snapshot.match.writers.items()
            if writer == user_input.person.id
        )
        return [player for player in players if await self.books(user_input, player)]

    async def change(
        self, user_input: UserInput, player: PersonId, change: LeaveChange, only: str = ""
    ) -> RecordedLeave:
        """Record the change wherever it counts; notify opponents and arbiters (art. 7.2).

        `only`: the code of the one competition or match that is meant; "" for all of them.

        Raises:
            EngineError: the only place concerned refuses it, or the person may act for the player
                nowhere.
        """
        if not await self.books(user_input, player):
            raise GameStateError(Fault("not_your_game"))
        decided = _DecidedChanges()
        for snapshot in await self._competitions(user_input, player):
            is_meant = only in {"", snapshot.competition.code}
            if is_meant and (change.old is None or _holds(snapshot, player, change.old)):
                await self._decide_in(snapshot, user_input, player, change, decided)
        for single in await self._outside_competitions(user_input, player):
            is_meant = only in {"", single.match.code}
            if is_meant and (change.old is None or change.old in single.match.leave_of(player)):
                _decide_in_match(single, user_input, player, change, decided)
        if not decided.competitions and not decided.matches and len(decided.refused) == 1:
            raise RuleViolation(*decided.refused[0].faults)
        await self._write(user_input, player, decided)
        await self._notify(user_input, player, change, decided)
        await self._use_freed(user_input, player, change, decided)
        announced, changed = decided.announced, decided.codes
        books = await self.books(user_input, player)
        with_change = [
            book for book in books if book.code in changed and announced & {*book.periods}
        ]
        return RecordedLeave(
            books=tuple(with_change),
            parts=tuple(sorted(announced)),
            refused=tuple(decided.refused),
            is_everywhere={book.code for book in with_change} == {book.code for book in books},
        )

    async def _competitions(
        self, user_input: UserInput, player: PersonId
    ) -> list[CompetitionSnapshot]:
        """Return the competitions in which the player plays or may still play.

        A writer may act for the player only if they write in every match in play, because leave
        counts in all of them.
        """
        playing = [snapshot.match for snapshot in await self._recorder.matches.active(player)]
        snapshots = []
        for snapshot in await self._recorder.competitions.all_played(player):
            competition = snapshot.competition
            is_open = competition.stage is not CompetitionStage.CLOSED
            if is_open and any(player in phase.players for phase in _phases_ahead(competition)):
                here = [match for match in playing if match.competition == competition.code]
                if user_input.person.id == player or (here and _speaks(user_input, player, here)):
                    snapshots.append(snapshot)
        return snapshots

    async def _outside_competitions(
        self, user_input: UserInput, player: PersonId
    ) -> list[MatchSnapshot]:
        """Return the player's unfinished matches outside competitions."""
        active = await self._recorder.matches.active(player)
        single = [snapshot for snapshot in active if snapshot.match.competition == NO_COMPETITION]
        return [snapshot for snapshot in single if _speaks(user_input, player, [snapshot.match])]

    async def _decide_in(
        self,
        snapshot: CompetitionSnapshot,
        user_input: UserInput,
        player: PersonId,
        change: LeaveChange,
        decided: _DecidedChanges,
    ) -> None:
        """Decide the changes in the competition's phases and in the present one's matches.

        If a part of the new days is refused, the old days of this competition stay.
        """
        competition, old, new = snapshot.competition, change.old, change.new
        at = user_input.at
        new_parts = parts(competition, player, new, at, old) if new is not None else ()
        refused = [part for part in new_parts if part.faults]
        decided.refused += [refusal_of(competition, part) for part in refused]
        if refused and (old or len(refused) == len(new_parts)):
            return
        events = change_leave(competition, act(user_input), player, old=old, new=new)
        accepted = [part for part in new_parts if not part.faults]
        decided.accepted |= {part.period for part in accepted}
        decided.competitions.append(_InCompetition(snapshot, events))
        for active in await self._recorder.matches.active(player):
            match = active.match
            if match.competition == competition.code:
                gone = _cancelled_in(match, events, player)
                here = [part.period for part in accepted if part.phase is match.phase]
                match_events = _of_match(match, player, at, gone, here)
                decided.matches.append(_InMatch(active, match_events))

    async def _write(
        self, user_input: UserInput, player: PersonId, decided: _DecidedChanges
    ) -> None:
        """Write all decided changes, those of competitions first."""
        for competition in decided.competitions:
            await self._recorder.competition_acts.record(*competition, user_input.at)
        for match in decided.matches:
            await copied_leave.record_in_games(
                self._recorder, match.snapshot, player, match.events, user_input.at
            )

    async def _use_freed(
        self, user_input: UserInput, player: PersonId, change: LeaveChange, decided: _DecidedChanges
    ) -> None:
        """Tell of announced days for which no leave was left and that use the days given up."""
        named = [period for period in (change.old, change.new) if period is not None]
        for snapshot, events in decided.competitions:
            before = fitted(snapshot.competition, user_input.at, {player})
            after = await self._recorder.competitions.load(before.code)
            freed = CompetitionChange(before=before, events=events, after=after)
            # The player knows of the periods that they have just named.
            await moved_leave.follow(self._recorder, freed, named)

    async def _notify(
        self, user_input: UserInput, player: PersonId, change: LeaveChange, decided: _DecidedChanges
    ) -> None:
        """Notify each opponent and each arbiter once, with the games concerned."""
        codes_of: dict[PersonId, list[str]] = {}  # with no codes, the text names no game
        partners: set[PersonId] = set()
        for snapshot, events in decided.matches:
            if not events:
                continue
            match = snapshot.match
            code = game_id(match.code, match.running) if match.running else match.code
            arbiters = await self._recorder.competitions.arbiters(match)
            partners.add(match.partner(player))
            for person in (match.partner(player), *arbiters):
                codes_of.setdefault(person, []).append(code)
        for part in decided.competitions:
            # A phase that has not started has no opponents yet, but it has arbiters.
            if decided.accepted or any(_withdrawn(event) for event in part.events):
                for arbiter in part.snapshot.competition.arbiters:
                    codes_of.setdefault(arbiter, [])
        known = await self._recorder.persons.get(player)
        if known.address is not None:  # they read the answer themselves
            codes_of.setdefault(player, [])
            partners.add(player)
        codes_of.pop(user_input.person.id, None)
        for person, codes in codes_of.items():
            about = codes[0] if len(codes) == 1 else ""
            text = change_told(known.name, change, codes)
            is_copy = person not in partners
            await self._recorder.notify_person(person, text, about=about, is_copy=is_copy)


def _phases_ahead(competition: Competition) -> Sequence[PhaseState]:
    """Return the present phase and those after it."""
    return competition.phases[competition.number :]


def _speaks(user_input: UserInput, player: PersonId, matches: Iterable[Match]) -> bool:
    """Return whether the person is the player, or writes for them in all these matches."""
    return all(speaks_for(user_input.person.id, player, match) for match in matches)


def _of_match(
    match: Match,
    player: PersonId,
    at: datetime,
    old: Iterable[LeavePeriod | None],
    new: Iterable[LeavePeriod | None],
) -> list[MatchEvent]:
    """Return the match's events: first the cancelled leave, then the announced."""
    events: list[MatchEvent] = []
    for decide, periods in ((withdraw_leave, old), (announce_leave, new)):
        for period in periods:
            if period is not None:
                decided = decide(match, player, period, at)
                match = reduce(evolve_match, decided, match)
                events += decided
    return events


def _decide_in_match(
    snapshot: MatchSnapshot,
    user_input: UserInput,
    player: PersonId,
    change: LeaveChange,
    decided: _DecidedChanges,
) -> None:
    """Decide the changes in a match outside a competition, or its refusal."""
    try:
        events = _of_match(snapshot.match, player, user_input.at, [change.old], [change.new])
    except RuleViolation as refused:
        if change.new is None:
            raise
        decided.refused.append(match_refusal(snapshot.match, change.new, refused.faults))
    else:
        decided.matches.append(_InMatch(snapshot, events))


def _cancelled_in(
    match: Match, events: Iterable[CompetitionEvent], player: PersonId
) -> list[LeavePeriod]:
    """Return the player's leave in the match that the events cancel in its phase."""
    withdrawn = (_withdrawn(event, match.phase) for event in events)
    in_match = match.leave_of(player)
    return [period for period in withdrawn if period is not None and period in in_match]


def _withdrawn(event: CompetitionEvent, phase: Phase | None = None) -> LeavePeriod | None:
    """Return the days that the event withdraws, or None; with a phase, only those of that one."""
    if not isinstance(event, PlayerLeaveChanged) or phase not in {None, event.phase}:
        return None
    return event.withdrawn


def _holds(snapshot: CompetitionSnapshot, person: PersonId, period: LeavePeriod) -> bool:
    """Return whether the person has announced that period in the competition."""
    competition = snapshot.competition
    is_held = any(period in phase.leave_of(person) for phase in _phases_ahead(competition))
    return is_held or period in outside(competition, person)
