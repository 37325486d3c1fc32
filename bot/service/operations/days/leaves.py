"""A player's leave: announced, changed or cancelled wherever it counts (art. 7.2).

In a competition leave belongs to a player and a phase. It is in the competition's log, and is
copied to their matches of the phase and to running games. Outside a competition it belongs to a
match. Each place counts its own days, so one may refuse what another records.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
from bot.texts.messages import say
from bot.texts.notices.days.leave import AcceptedLeave, LeaveChange, leave_told
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent, PlayerLeaveChanged
from engine.competitions.guards import Events
from engine.competitions.leave import change_leave, fitted, joined, outside, parts
from engine.competitions.phase import PhaseState
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import NO_COMPETITION, PersonId, game_id
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.events import MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn
from engine.matches.fold import evolve_match
from engine.matches.match import Match
from engine.thinking_time import LeavePeriod


class _InCompetition(NamedTuple):
    """The change in a competition's log."""

    snapshot: CompetitionSnapshot
    events: Events


class _InMatch(NamedTuple):
    """The change in a match's log."""

    snapshot: MatchSnapshot
    events: list[MatchEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class _InPlace:
    """The change as one competition, or one match outside competitions, accepts it."""

    code: str
    arbiters: tuple[PersonId, ...]
    withdrawn: LeavePeriod | None
    """The old days, which the place had announced."""
    accepted: tuple[LeavePeriod, ...] = ()
    """The parts of the new days that count there; none if they are in no phase."""
    refused: tuple[LeaveRefusal, ...] = ()
    competition: _InCompetition | None = None
    matches: tuple[_InMatch, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Whether the place accepts anything; without that, it has nothing to write."""
        return self.competition is not None or bool(self.matches)


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
            EngineError: the only place concerned refuses it, no place has announced the old days,
                or the person may act for the player nowhere.
        """
        has_place = any(only in {"", book.code} for book in await self.books(user_input, player))
        if not has_place and change.old is None:
            raise GameStateError(Fault("not_your_game"))
        places = await self._decide(user_input, player, change, only)
        if not places and change.old is not None:
            raise GameStateError(Fault("leave_unknown", "7.2", change.old.facts))
        refused = tuple(refusal for place in places for refusal in place.refused)
        changed = [place for place in places if place.is_changed]
        if not changed and len(refused) == 1:
            raise RuleViolation(*refused[0].faults)
        if changed:  # nothing is written before all is decided
            await self._write(user_input, player, changed)
            await self._notify(user_input, player, changed)
            if player != user_input.person.id:
                await self._notify_player(player, change, changed)
            await self._use_freed(user_input, player, change, changed)
        announced = {period for place in changed for period in place.accepted}
        codes = {place.code for place in changed}
        books = await self.books(user_input, player)
        with_change = [book for book in books if book.code in codes and announced & {*book.periods}]
        return RecordedLeave(
            books=tuple(with_change),
            parts=tuple(sorted(announced)),
            refused=refused,
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

    async def _decide(
        self, user_input: UserInput, player: PersonId, change: LeaveChange, only: str
    ) -> list[_InPlace]:
        """Decide the changes in each place that is meant and has announced the old days, if any.

        `only`: as in `change`.
        """
        places = [
            await self._decide_in(snapshot, user_input, player, change)
            for snapshot in await self._competitions(user_input, player)
            if only in {"", snapshot.competition.code}
            and (change.old is None or _holds(snapshot, player, change.old, user_input.at))
        ]
        for single in await self._outside_competitions(user_input, player):
            is_meant = only in {"", single.match.code}
            if is_meant and (change.old is None or change.old in single.match.leave_of(player)):
                places.append(await self._decide_in_match(single, user_input, player, change))
        return places

    async def _decide_in(
        self,
        snapshot: CompetitionSnapshot,
        user_input: UserInput,
        player: PersonId,
        change: LeaveChange,
    ) -> _InPlace:
        """Decide the changes in the competition's phases and in the present one's matches.

        If a part of the new days is refused, the old days of this competition stay.
        """
        competition, old, new = snapshot.competition, change.old, change.new
        at = user_input.at
        new_parts = parts(competition, player, new, at, old) if new is not None else ()
        accepted = [part for part in new_parts if not part.faults]
        refused = tuple(refusal_of(competition, part) for part in new_parts if part.faults)
        undecided = _InPlace(
            code=competition.code,
            arbiters=competition.arbiters,
            withdrawn=old,
            accepted=tuple(part.period for part in accepted),
            refused=refused,
        )
        if refused and (old is not None or not accepted):
            return undecided
        events = change_leave(competition, act(user_input), player, old=old, new=new)
        matches = []
        for active in await self._recorder.matches.active(player):
            match = active.match
            if match.competition == competition.code:
                gone = _cancelled_in(match, events, player)
                here = [part.period for part in accepted if part.phase is match.phase]
                match_events = _of_match(match, player, at, gone, here)
                matches.append(_InMatch(active, match_events))
        return replace(
            undecided, competition=_InCompetition(snapshot, events), matches=tuple(matches)
        )

    async def _write(
        self, user_input: UserInput, player: PersonId, changed: Sequence[_InPlace]
    ) -> None:
        """Write all decided changes, those of competitions first."""
        for place in changed:
            if place.competition is not None:
                snapshot, events = place.competition
                await self._recorder.competition_acts.record(snapshot, events, user_input.at)
        for match in (match for place in changed for match in place.matches):
            await copied_leave.record_in_games(
                self._recorder, match.snapshot, player, match.events, user_input.at
            )

    async def _use_freed(
        self,
        user_input: UserInput,
        player: PersonId,
        change: LeaveChange,
        changed: Sequence[_InPlace],
    ) -> None:
        """Tell of announced days for which no leave was left and that use the days given up."""
        named = [period for period in (change.old, change.new) if period is not None]
        for snapshot, events in filter(None, (place.competition for place in changed)):
            before = fitted(snapshot.competition, user_input.at, {player})
            after = await self._recorder.competitions.load(before.code)
            freed = CompetitionChange(before=before, events=events, after=after)
            # The player knows of the periods that they have just named.
            await moved_leave.follow(self._recorder, freed, named)

    async def _notify(
        self, user_input: UserInput, player: PersonId, changed: Sequence[_InPlace]
    ) -> None:
        """Tell each opponent and arbiter once of the same days, with the games concerned."""
        codes_of: dict[tuple[PersonId, AcceptedLeave], list[str]] = {}
        partners: set[PersonId] = set()
        for place in changed:
            codes: list[str] = []
            for snapshot, events in place.matches:
                if events:
                    match, partner = snapshot.match, snapshot.match.partner(player)
                    code = game_id(match.code, match.running) if match.running else match.code
                    partners.add(partner)
                    codes_of.setdefault((partner, _accepted_in(events)), []).append(code)
                    codes.append(code)
            # A phase that has not started has no opponents yet, but it has arbiters.
            whole = AcceptedLeave(place.withdrawn, joined(place.accepted))
            for arbiter in place.arbiters:
                codes_of.setdefault((arbiter, whole), []).extend(codes)
        name = await self._recorder.persons.name(player)
        for (person, accepted), codes in codes_of.items():
            about = codes[0] if len(codes) == 1 else ""
            is_copy = person not in partners
            for text in leave_told(name, accepted, codes):
                if person != user_input.person.id:
                    await self._recorder.notify_person(person, text, about=about, is_copy=is_copy)

    async def _notify_player(
        self, player: PersonId, change: LeaveChange, changed: Sequence[_InPlace]
    ) -> None:
        """Tell a player what their writer has changed, if they read messages themselves."""
        known = await self._recorder.persons.get(player)
        if known.address is None:
            return
        counted = joined(period for place in changed for period in place.accepted)
        texts = leave_told(known.name, AcceptedLeave(change.old, counted), ())
        if not texts and change.new is not None:
            texts = [say("leave.outside", **change.new.facts)]
        for text in texts:
            await self._recorder.notify_person(player, text)

    async def _decide_in_match(
        self, snapshot: MatchSnapshot, user_input: UserInput, player: PersonId, change: LeaveChange
    ) -> _InPlace:
        """Decide the changes in a match outside a competition, or its refusal."""
        match, old, new = snapshot.match, change.old, change.new
        withdrawn, announced = ((period,) if period is not None else () for period in (old, new))
        place = _InPlace(
            code=match.code,
            arbiters=await self._recorder.competitions.arbiters(match),
            withdrawn=old,
        )
        try:
            events = _of_match(match, player, user_input.at, withdrawn, announced)
        except RuleViolation as refused:
            if new is None:
                raise
            return replace(place, refused=(match_refusal(match, new, refused.faults),))
        return replace(place, accepted=announced, matches=(_InMatch(snapshot, events),))


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
    old: Iterable[LeavePeriod],
    new: Iterable[LeavePeriod],
) -> list[MatchEvent]:
    """Return the match's events: first the cancelled leave, then the announced."""
    events: list[MatchEvent] = []
    for decide, periods in ((withdraw_leave, old), (announce_leave, new)):
        for period in periods:
            decided = decide(match, player, period, at)
            match = reduce(evolve_match, decided, match)
            events += decided
    return events


def _accepted_in(events: Iterable[MatchEvent]) -> AcceptedLeave:
    """Return what these events of a match change; they cancel one period at most."""
    withdrawn, announced = None, []
    for event in events:
        if isinstance(event, MatchLeaveWithdrawn):
            withdrawn = event.period
        elif isinstance(event, MatchLeaveAnnounced):
            announced.append(event.period)
    return AcceptedLeave(withdrawn, joined(announced))


def _cancelled_in(
    match: Match, events: Iterable[CompetitionEvent], player: PersonId
) -> list[LeavePeriod]:
    """Return the player's leave in the match that the events cancel in its phase."""
    in_match = match.leave_of(player)
    return [
        event.withdrawn
        for event in events
        if isinstance(event, PlayerLeaveChanged)
        and event.phase is match.phase
        and event.withdrawn in in_match
    ]


def _holds(
    snapshot: CompetitionSnapshot, person: PersonId, period: LeavePeriod, at: datetime
) -> bool:
    """Return whether the person has announced that period in the competition, as it counts now."""
    competition = fitted(snapshot.competition, at, {person})
    is_held = any(period in phase.leave_of(person) for phase in _phases_ahead(competition))
    return is_held or period in outside(competition, person)
