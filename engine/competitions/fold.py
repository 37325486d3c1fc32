"""Builds a competition from its events, unchecked; `COMPETITION_TRANSITIONS` lists them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from functools import reduce
from typing import TypeVarTuple

from engine.acts import events_of
from engine.competitions import seats
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    ActLifted,
    ArbitersChanged,
    BrowserSeatsSet,
    CompetitionClosed,
    CompetitionCreated,
    CompetitionEvent,
    DrawAnnulled,
    GroupsDrawn,
    ImportTakenBack,
    Liftable,
    MatchesListed,
    PersonsMerged,
    PhasePlanned,
    PhaseStarted,
    PlaceClaimed,
    PlaceFilled,
    PlaceReturned,
    PlaceVacated,
    PlayerEntered,
    PlayerExcluded,
    PlayerForgotten,
    PlayerLeaveChanged,
    PlayerReinstated,
    PlayerReplaced,
    PlayerRetired,
    PlayersAdvanced,
    PlayerWithdrawn,
    ResultCorrected,
    ResultHomologated,
    SequencesCommitted,
    Settings,
)
from engine.competitions.guards import DRAWING, LIVING, PREPARING
from engine.competitions.leave import fitted, with_change
from engine.competitions.lifting import prepared, rebuilt
from engine.competitions.parts import Entry
from engine.competitions.phase import NO_SEEDS, PhaseState, Seeds
from engine.competitions.status import Change, StatusAct
from engine.folding import changed, opening, stage_after
from engine.games.events import EditionRef
from engine.ids import PersonId
from engine.thinking_time import day_of

_Given = TypeVarTuple("_Given")

_OPEN, _COMMITTED, _GROUPED, _LISTED, _RUNNING, _CLOSED = CompetitionStage

_STAYING: tuple[tuple[Iterable[CompetitionStage], tuple[type[CompetitionEvent], ...]], ...] = (
    (LIVING, (ArbitersChanged, BrowserSeatsSet, PhasePlanned, PlayerLeaveChanged)),
    # Before the start, the stage follows from the remaining acts (`engine.competitions.lifting`).
    (LIVING, (ActLifted, PlaceClaimed, PlaceVacated, PlaceReturned, PlayerForgotten)),
    # A person may be found to be known twice at any time, and an import to be wrong.
    (CompetitionStage, (PersonsMerged, ImportTakenBack)),
    ((_OPEN,), (PlayerEntered,)),
    (PREPARING, (PlayerReplaced,)),
    ((_OPEN, _COMMITTED, _GROUPED), (PlaceFilled, PlayerWithdrawn)),
    ((_RUNNING,), (ResultHomologated, PlayerRetired)),
    # Older logs list the matches again after a withdrawal was taken back.
    ((_LISTED,), (MatchesListed,)),
    # After the end, the Discipline Commission may change a result (art. 10.2), and lift a
    # disqualification; only one that was lifted is then set in force again.
    (CompetitionStage, (PlayerExcluded, PlayerReinstated, ResultCorrected)),
)
"""The events that do not change the stage, with the stages in which they are possible."""

COMPETITION_TRANSITIONS: Mapping[
    tuple[CompetitionStage, type[CompetitionEvent]], CompetitionStage
] = {
    **{(stage, kind): stage for stages, kinds in _STAYING for kind in kinds for stage in stages},
    # The colours of a group are balanced for its present players, so they are drawn again.
    (_LISTED, PlaceFilled): _GROUPED,
    (_LISTED, PlayerWithdrawn): _GROUPED,
    (_OPEN, SequencesCommitted): _COMMITTED,
    (_COMMITTED, GroupsDrawn): _GROUPED,
    (_GROUPED, MatchesListed): _LISTED,
    # In a running phase: a result of the phase before was corrected, and nobody has moved yet.
    **{(stage, DrawAnnulled): _OPEN for stage in (*DRAWING, _RUNNING)},
    (_LISTED, PhaseStarted): _RUNNING,
    # Before the start: a result of the phase before was corrected, so other players may advance.
    **{(stage, PlayersAdvanced): _OPEN for stage in (_RUNNING, *PREPARING)},
    (_RUNNING, CompetitionClosed): _CLOSED,
}
"""Every possible transition; the creation begins a competition."""
COMPETITION_EVENTS: dict[str, type[CompetitionEvent]] = events_of("competition")
"""Each event class by its stored name."""


def replay_competition(events: Iterable[CompetitionEvent]) -> Competition:
    """Return the competition after these events.

    Raises:
        BrokenLog: the log is empty or does not begin with the creation.
    """
    first, log = opening(events, CompetitionCreated, "a competition's log begins with its creation")
    created = Competition(
        **{one.name: getattr(first, one.name) for one in fields(Settings)},
        code=first.competition,
        served=((first.at, first.arbiters),),
        phases=tuple(PhaseState(plan=plan) for plan in first.plans),
    )
    return reduce(evolve_competition, log, created)


def evolve_competition(competition: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after the event, without checking whether the event was allowed.

    Raises:
        BrokenLog: the transition does not exist, so this program did not write the log.
    """
    stage = stage_after(COMPETITION_TRANSITIONS, competition.stage, event)
    is_running = stage is CompetitionStage.RUNNING
    if isinstance(event, ActLifted) and not (is_running and event.act is Liftable.WITHDRAWAL):
        after = rebuilt(competition, event, evolve_competition).now
        back = {*after.phase.players} - {*competition.phase.players}
        return fitted(after, event.at, back) if back else after
    after = _applied(competition, event)
    after = after if after.stage is stage else changed(after, stage=stage)
    match event:
        case PhasePlanned() | PhaseStarted():
            after = fitted(after, event.at)
        case (
            PlayerLeaveChanged(player=player)
            | PlayerReinstated(player=player)
            | ActLifted(player=int() as player)
        ):
            after = fitted(after, event.at, {player})
    return prepared(competition, after, event)


def _applied(competition: Competition, event: CompetitionEvent) -> Competition:  # noqa: PLR0911, PLR0912  (a line an event)
    match event:
        case ImportTakenBack():
            return changed(competition, taken_back=not event.restored)
        case ArbitersChanged():
            served = (*competition.served, (event.at, event.arbiters))
            return replace(competition, arbiters=event.arbiters, served=served)
        case BrowserSeatsSet():
            return replace(competition, browser_seats=event.allowed)
        case PlaceClaimed():
            after = _each(competition, seats.taken, event.invited, event.person)
            return replace(after, claimed=after.claimed | {event.person})
        case PlaceVacated():
            after = _each(
                competition, seats.handed_over, event.person, event.place, since=event.since
            )
            return replace(after, claimed=after.claimed - {event.person})
        case PlaceReturned():
            after = _each(competition, seats.returned, event.place, event.person)
            return replace(after, claimed=after.claimed | {event.person})
        case PersonsMerged():
            after = _each(competition, seats.merged, event.person, event.into)
            into = {event.into} if event.person in after.claimed else set()
            return replace(after, claimed=after.claimed - {event.person} | into)
        case PhasePlanned():
            if event.plan.phase not in {phase.plan.phase for phase in competition.phases}:
                phases = (*competition.phases, PhaseState(plan=event.plan))
                return replace(competition, phases=phases)
            phase = competition.state_of(event.plan.phase)
            if phase.started is not None and event.plan.closing != phase.plan.closing:
                moved = (day_of(event.at, competition.rules.time_zone), phase.plan.closing)
                phase = replace(phase, closings=(*phase.closings, moved))
            return competition.with_phase(replace(phase, plan=event.plan))
        case ResultCorrected():
            phase = competition.phase_of(event.game) or competition.phase
            return competition.with_phase(phase.with_result(event.game, event.figures))
        case PlayerForgotten():
            return _with_forgotten(competition, event.player, event.place)
        case PlayersAdvanced():
            return _moved_on(competition, event)
        case PlayerReinstated():
            return _each(competition, _reinstated, competition, event.player)
        case PlayerExcluded() if competition.stage is CompetitionStage.CLOSED:
            return _each(competition, seats.without_act, Change.REINSTATED, event.player)
        case PlayerLeaveChanged():
            return competition.with_phase(with_change(competition.state_of(event.phase), event))
        case PhaseStarted(edition=EditionRef() as edition):
            competition = replace(competition, edition=edition)
        case _:
            pass
    return competition.with_phase(_phase_after(competition, event))


def _phase_after(competition: Competition, event: CompetitionEvent) -> PhaseState:  # noqa: PLR0911, PLR0912  (a line an event)
    """Return the present phase after the event; one of the whole competition does not change it."""
    phase = competition.phase
    match event:
        case PlayerEntered():
            return seats.entered(phase, event.entry)
        case PlayerWithdrawn():
            is_out = event.player in competition.excluded
            return seats.without(phase, event.player, is_out=is_out)
        case PlaceFilled():
            return seats.filled(phase, event.entry, event.group)
        case PlayerReplaced():
            return seats.replaced(phase, event.player, event.entry)
        case SequencesCommitted():
            seeds = (event.home_seed, event.return_seed, event.lots_seed)
            home, back, lots = map(bytes.fromhex, seeds)
            return replace(phase, seeds=Seeds(home=home, back=back, lots=lots))
        case GroupsDrawn():
            return replace(phase, groups=event.groups)
        case MatchesListed():
            return replace(phase, matches=event.matches, listed=event.at)
        case DrawAnnulled():
            return _undrawn(phase)
        case PhaseStarted():
            return replace(phase, started=event.on)
        case ResultHomologated():
            return phase.with_result(event.game, event.figures)
        case PlayerExcluded():
            player, treatment = event.player, event.treatment
            act = StatusAct(change=Change.EXCLUDED, player=player, treatment=treatment)
            return seats.with_act(phase, act)
        case PlayerRetired():
            return seats.with_act(
                phase, StatusAct(change=Change.RETIRED, player=event.by, at=event.at)
            )
        case ActLifted(player=int() as player):
            return seats.without_act(phase, Change.RETIRED, player)
        case _:
            return phase


def _each(
    competition: Competition,
    change: Callable[[PhaseState, *_Given], PhaseState],
    *given: *_Given,
    since: int = 0,
) -> Competition:
    """Return the competition with each phase changed so, from the phase of that index on."""
    earlier, later = competition.phases[:since], competition.phases[since:]
    return replace(competition, phases=(*earlier, *(change(phase, *given) for phase in later)))


def _reinstated(phase: PhaseState, within: Competition, player: PersonId) -> PhaseState:
    """Return the phase without that disqualification; the results of a finished one stay."""
    if player not in phase.out:
        return phase
    if within.is_past(phase.plan.phase):
        return seats.with_act(phase, StatusAct(change=Change.REINSTATED, player=player))
    return seats.without_act(phase, Change.EXCLUDED, player)


def _with_forgotten(
    competition: Competition, player: PersonId, place: PersonId | None
) -> Competition:
    """Return the competition with the player forgotten, and without a seat in a running phase."""
    forgotten = StatusAct(change=Change.FORGOTTEN, player=player)
    phase = seats.with_act(competition.phase, forgotten)
    if competition.stage is not CompetitionStage.RUNNING or player not in phase.players:
        return competition.with_phase(phase)
    if place is None:
        return competition.with_phase(
            seats.with_act(phase, replace(forgotten, change=Change.RETIRED))
        )
    after = competition.with_phase(seats.handed_over(phase, player, place))
    return replace(after, claimed=after.claimed - {player})


def _moved_on(competition: Competition, event: PlayersAdvanced) -> Competition:
    """Return the competition with its next phase open for the players who advanced.

    If that phase is already open, its draws are annulled. Players who left it stay out; those whom
    an arbiter entered beside the list stay in, and so does who replaced a player of the list.
    """
    is_first = competition.stage is CompetitionStage.RUNNING
    number = competition.number if is_first else competition.number - 1
    before, after = competition.phases[number], competition.phases[number + 1]
    clubs = {entry.player: entry.club for entry in before.entries}
    out = after.left | after.replaced.keys() | competition.forgotten
    named = {one.player for one in event.players}
    listed = set[PersonId]()
    if before.advanced is not None:
        # The confirmed list, and all whom the tables now name.
        going, others = before.qualified
        listed = {*others, *(one.player for one in (*before.advanced.players, *going))}
    listed |= {new for old, new in after.replaced.items() if old in listed - named}
    beside = [one for one in after.entries if one.player not in named | listed | out]
    entries = tuple(
        Entry(player=advanced.player, club=clubs[advanced.player], seeding=seeding)
        for seeding, advanced in enumerate(event.players, 1)
        if advanced.player not in out
    )
    entries += tuple(
        replace(entry, seeding=seeding) for seeding, entry in enumerate(beside, len(entries) + 1)
    )
    now = competition.with_phase(replace(before, advanced=event))
    now = now.with_phase(replace(_undrawn(after), entries=entries))
    return changed(now, number=number + 1)


def _undrawn(phase: PhaseState) -> PhaseState:
    """Return the phase without any draw."""
    bare = replace(phase, seeds=NO_SEEDS, groups=(), matches=(), listed=None, withdrawn=())
    return replace(bare, started=None, closings=())
