"""Builds a competition from its events, unchecked; `COMPETITION_TRANSITIONS` lists them.

A competition is copied with `changed`, which is fast, but a phase, which caches values, with
`replace`.
"""

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
from engine.competitions.guards import COMMITTED, DRAWING, GROUPED, LIVING, OPEN, PREPARING, RUNNING
from engine.competitions.leave import fitted, with_change
from engine.competitions.lifting import prepared, rebuilt
from engine.competitions.parts import Entry
from engine.competitions.phase import NO_SEEDS, PhaseState, Seeds
from engine.competitions.status import Change, StatusAct
from engine.folding import changed, opening, stage_after
from engine.ids import PersonId
from engine.thinking_time import day_of

_Given = TypeVarTuple("_Given")

_STAYING: tuple[tuple[Iterable[CompetitionStage], tuple[type[CompetitionEvent], ...]], ...] = (
    (LIVING, (ArbitersChanged, BrowserSeatsSet, PhasePlanned, PlayerLeaveChanged)),
    # Before the start, the stage follows from the remaining acts (`engine.competitions.lifting`).
    (LIVING, (ActLifted, PlaceClaimed, PlaceVacated, PlaceReturned, PlayerForgotten)),
    # A person may be found to be known twice at any time, and an import to be wrong.
    (CompetitionStage, (PersonsMerged, ImportTakenBack)),
    (OPEN, (PlayerEntered,)),
    (PREPARING, (PlayerReplaced,)),
    ((*OPEN, *COMMITTED, *GROUPED), (PlaceFilled, PlayerWithdrawn)),
    (RUNNING, (ResultHomologated, PlayerRetired)),
    # Older logs list the matches again after a withdrawal was taken back.
    ((CompetitionStage.LISTED,), (MatchesListed,)),
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
    (CompetitionStage.LISTED, PlaceFilled): CompetitionStage.GROUPED,
    (CompetitionStage.LISTED, PlayerWithdrawn): CompetitionStage.GROUPED,
    (CompetitionStage.OPEN, SequencesCommitted): CompetitionStage.COMMITTED,
    (CompetitionStage.COMMITTED, GroupsDrawn): CompetitionStage.GROUPED,
    (CompetitionStage.GROUPED, MatchesListed): CompetitionStage.LISTED,
    # In a running phase: a result of the phase before was corrected, and nobody has moved yet.
    **{(stage, DrawAnnulled): CompetitionStage.OPEN for stage in (*DRAWING, *RUNNING)},
    (CompetitionStage.LISTED, PhaseStarted): CompetitionStage.RUNNING,
    # Before the start: a result of the phase before was corrected, so other players may advance.
    **{(stage, PlayersAdvanced): CompetitionStage.OPEN for stage in (*RUNNING, *PREPARING)},
    (CompetitionStage.RUNNING, CompetitionClosed): CompetitionStage.CLOSED,
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
        # A competition and its creation share the fields of their base, the settings.
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
    # A player who left a running phase comes back to it; its preparation is over and stays.
    if isinstance(event, ActLifted) and not (is_running and event.act is Liftable.WITHDRAWAL):
        return _rebuilt(competition, event)
    after = _applied(competition, event)
    after = after if after.stage is stage else changed(after, stage=stage)
    return prepared(competition, _with_leave(after, event), event)


def _rebuilt(competition: Competition, event: ActLifted) -> Competition:
    """Return the competition with its phase prepared again without the act taken back.

    The lifting joins no log of the preparation: that log is now without the act instead.
    """
    after = rebuilt(competition, event, evolve_competition).now
    back = {*after.phase.players} - {*competition.phase.players}
    return fitted(after, event.at, back) if back else after


def _with_leave(after: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition with leave that counts for its new dates, or for a player now back."""
    match event:
        case PhasePlanned() | PhaseStarted():
            return fitted(after, event.at)
        case PlayerLeaveChanged() | PlayerReinstated() | ActLifted() if event.player is not None:
            return fitted(after, event.at, {event.player})
    return after


def _applied(competition: Competition, event: CompetitionEvent) -> Competition:  # noqa: PLR0911, PLR0912  (a line an event)
    """Return the competition after an event that changes more than its present phase, or that."""
    match event:
        case ImportTakenBack():
            return changed(competition, taken_back=not event.restored)
        case ArbitersChanged():
            served = (*competition.served, (event.at, event.arbiters))
            return changed(competition, arbiters=event.arbiters, served=served)
        case BrowserSeatsSet():
            return changed(competition, browser_seats=event.allowed)
        case PlaceClaimed():
            after = _each(competition, seats.taken, event.invited, event.person)
            return changed(after, claimed=after.claimed | {event.person})
        case PlaceVacated():
            who, place = event.person, event.place
            after = _each(competition, seats.handed_over, who, place, first=event.since)
            return changed(after, claimed=after.claimed - {who})
        case PlaceReturned():
            after = _each(competition, seats.returned, event.place, event.person)
            return changed(after, claimed=after.claimed | {event.person})
        case PersonsMerged():
            after = _each(competition, seats.merged, event.person, event.into)
            into = {event.into} if event.person in after.claimed else set()
            return changed(after, claimed=after.claimed - {event.person} | into)
        case PhasePlanned():
            if event.plan.phase not in {phase.plan.phase for phase in competition.phases}:
                phases = (*competition.phases, PhaseState(plan=event.plan))
                return changed(competition, phases=phases)
            phase = competition.state_of(event.plan.phase)
            if phase.started is not None and event.plan.closing != phase.plan.closing:
                moved = (day_of(event.at, competition.rules.time_zone), phase.plan.closing)
                phase = replace(phase, closings=(*phase.closings, moved))
            return competition.with_phase(replace(phase, plan=event.plan))
        case ResultCorrected():
            phase = competition.phase_of(event.game) or competition.phase
            return competition.with_phase(phase.with_result(event.game, event.figures))
        case PlayerForgotten():
            return _with_forgotten(competition, event)
        case PlayersAdvanced():
            return _moved_on(competition, event)
        case PlayerReinstated():
            return _each(competition, _reinstated, competition, event.player)
        # After the end, only a disqualification that was lifted is set in force again.
        case PlayerExcluded() if competition.stage is CompetitionStage.CLOSED:
            return _each(competition, seats.without_act, Change.REINSTATED, event.player)
        case PlayerLeaveChanged():
            return competition.with_phase(with_change(competition.state_of(event.phase), event))
        case PhaseStarted():
            after = competition.with_phase(replace(competition.phase, started=event.on))
            return after if event.edition is None else changed(after, edition=event.edition)
    return competition.with_phase(_phase_after(competition, event))


def _phase_after(competition: Competition, event: CompetitionEvent) -> PhaseState:  # noqa: PLR0911, PLR0912  (a line an event)
    """Return the present phase after the event; its stage is not kept in it."""
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
        case ResultHomologated():
            return phase.with_result(event.game, event.figures)
        case PlayerExcluded():
            act = StatusAct(
                change=Change.EXCLUDED,
                player=event.player,
                treatment=event.treatment,
                at=event.at,
            )
            return seats.with_act(phase, act)
        case PlayerRetired():
            act = StatusAct(change=Change.RETIRED, player=event.by, at=event.at)
            return seats.with_act(phase, act)
        case ActLifted(player=int() as player):
            return seats.without_act(phase, Change.RETIRED, player)
        case CompetitionClosed():
            return phase
        case _:
            raise AssertionError("the table, or `_applied`, lets no other event happen here")


def _each(
    competition: Competition,
    change: Callable[[PhaseState, *_Given], PhaseState],
    *given: *_Given,
    first: int = 0,
) -> Competition:
    """Return the competition with each phase changed so, from the phase of that index on."""
    earlier, later = competition.phases[:first], competition.phases[first:]
    return changed(competition, phases=(*earlier, *(change(phase, *given) for phase in later)))


def _reinstated(phase: PhaseState, within: Competition, player: PersonId) -> PhaseState:
    """Return the phase without that disqualification; the results of a finished one stay."""
    if player not in phase.excluded:
        return phase
    if within.is_past(phase.plan.phase):
        return seats.with_act(phase, StatusAct(change=Change.REINSTATED, player=player))
    return seats.without_act(phase, Change.EXCLUDED, player)


def _with_forgotten(competition: Competition, event: PlayerForgotten) -> Competition:
    """Return the competition with the player forgotten, and without a seat in a running phase."""
    forgotten = StatusAct(change=Change.FORGOTTEN, player=event.player)
    phase = seats.with_act(competition.phase, forgotten)
    if competition.stage is not CompetitionStage.RUNNING or event.player not in phase.players:
        return competition.with_phase(phase)
    if event.place is None:
        retired = replace(forgotten, change=Change.RETIRED)
        return competition.with_phase(seats.with_act(phase, retired))
    after = competition.with_phase(seats.handed_over(phase, event.player, event.place))
    return changed(after, claimed=after.claimed - {event.player})


def _moved_on(competition: Competition, event: PlayersAdvanced) -> Competition:
    """Return the competition with its next phase open for the players who advanced.

    If that phase is already open, its draws are annulled. Players who left it stay out; those whom
    an arbiter entered beside the list stay in, and so does who replaced a player of the list.
    """
    is_opened_now = competition.stage is CompetitionStage.RUNNING
    finished = competition.number if is_opened_now else competition.number - 1
    before, after = competition.phases[finished : finished + 2]
    clubs = {entry.player: entry.club for entry in before.entries}
    out = after.left | after.replaced.keys() | competition.forgotten
    entries = [
        Entry(player=advanced.player, club=clubs[advanced.player], seeding=seeding)
        for seeding, advanced in enumerate(event.players, 1)
        if advanced.player not in out
    ]
    others = [one for one in _entered_beside(before, after, event) if one.player not in out]
    first = len(entries) + 1
    entries += [replace(entry, seeding=seeding) for seeding, entry in enumerate(others, first)]
    now = competition.with_phase(replace(before, advanced=event))
    now = now.with_phase(replace(_undrawn(after), entries=tuple(entries)))
    return changed(now, number=finished + 1)


def _entered_beside(before: PhaseState, after: PhaseState, event: PlayersAdvanced) -> list[Entry]:
    """Return the entries of the open phase whose players no list of the finished one brought.

    A list brought the players of the new one, of the one confirmed before, and of the tables now,
    also the reserves. It also brought those who replaced a player of a former list, unless that
    player is on the new one, too: then their seat stays, and so does the player who has it.
    """
    named = {advanced.player for advanced in event.players}
    listed = set[PersonId]()
    if before.advanced is not None:
        advancing, reserves = before.qualified
        confirmed = before.advanced.players
        listed = {*reserves, *(advanced.player for advanced in (*confirmed, *advancing))}
    replacing = {new for old, new in after.replaced.items() if old in listed - named}
    return [entry for entry in after.entries if entry.player not in named | listed | replacing]


def _undrawn(phase: PhaseState) -> PhaseState:
    """Return the phase without any draw, and so not started."""
    undrawn = replace(phase, seeds=NO_SEEDS, groups=(), matches=(), listed=None, withdrawn=())
    return replace(undrawn, started=None, closings=())
