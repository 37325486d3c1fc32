"""Preparing a phase of a competition: plans, entries, draws and matches, up to its start.

Each function takes the competition and the act (who, when), and returns the events that follow or
refuses with every fault. Seeds and match codes come from outside: the engine makes no chance of
its own. What happens once games are played is `engine.competition_results`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from engine.chance import SEED_BYTES
from engine.clock import day_of
from engine.competition import Competition, CompetitionStage, Seeds
from engine.competition_events import (
    ArbitersChanged,
    CompetitionCreated,
    DrawAnnulled,
    Entry,
    Group,
    GroupsDrawn,
    ListedMatch,
    MatchesListed,
    PhasePlan,
    PhasePlanned,
    PhaseStarted,
    PlaceClaimed,
    PlayerEntered,
    PlayerReplaced,
    PlayerWithdrawn,
    SequencesCommitted,
)
from engine.competition_guards import (
    Act,
    Events,
    check_arbiter,
    check_entered,
    check_living,
    check_stage,
    refuse,
)
from engine.errors import Fault, GameStateError, RuleViolation
from engine.groups import divide, number_of_groups, pairings, seeding_order
from engine.ids import Leg, MatchCode, PersonId
from engine.rulesets import Phase, Ruleset, SequenceScope
from engine.sequence import further_seed

_PREPARING = (
    CompetitionStage.OPEN,
    CompetitionStage.COMMITTED,
    CompetitionStage.GROUPED,
    CompetitionStage.LISTED,
)
_TOGETHER = (SequenceScope.PHASE, SequenceScope.MATCH)
"""Both legs are played with one sequence."""
_APART = (SequenceScope.MATCH, SequenceScope.GAME)
"""Every match has sequences of its own."""


def create(wanted: CompetitionCreated) -> Events:
    """Let a competition begin as it is wanted.

    Raises:
        RuleViolation: `no_arbiter`, or what `plan_faults` finds.
    """
    faults = [] if wanted.arbiters else [Fault("no_arbiter", "2.1")]
    refuse(faults + plan_faults(wanted.plans, wanted.rules))
    return (wanted,)


def set_arbiters(competition: Competition, act: Act, arbiters: Sequence[PersonId]) -> Events:
    """Name the arbiters from now on, the main one first; so a competition is handed over.

    Raises:
        RuleViolation: `no_arbiter` or `arbiter_cannot_play`.
        GameStateError: he is no arbiter of it, or it is closed.
    """
    check_arbiter(competition, act)
    check_living(competition)
    playing = {entry.player for phase in competition.phases for entry in phase.entries}
    faults = [Fault("arbiter_cannot_play", "1.1", {"player": p}) for p in arbiters if p in playing]
    refuse(faults if arbiters else [Fault("no_arbiter", "2.1")])
    return (ArbitersChanged(at=act.at, by=act.by, arbiters=tuple(arbiters)),)


def plan_phase(competition: Competition, act: Act, plan: PhasePlan) -> Events:
    """Set a phase's dates and advancement anew, or add a further phase.

    Of a running phase only the closing date can be moved, and not into the past.

    Raises:
        RuleViolation: `closing_in_the_past`, or what `plan_faults` finds.
        GameStateError: he is no arbiter of it, the phase is over, or it is running and more than
            its closing date would change.
    """
    check_arbiter(competition, act)
    check_living(competition)
    old = [phase.plan for phase in competition.phases]
    if plan.phase in {past.phase for past in old[: competition.number]}:
        raise GameStateError(Fault("phase_over", facts={"phase": plan.phase}))
    faults = []
    present = competition.phase.plan
    if competition.stage is CompetitionStage.RUNNING and plan.phase is present.phase:
        if replace(plan, closing=present.closing) != present:
            raise GameStateError(_running(competition))
        today = day_of(act.at, competition.rules.time_zone)
        if plan.closing < today:
            faults.append(Fault("closing_in_the_past", "9.4", {"closing": f"{plan.closing}"}))
    plans = [plan if known.phase is plan.phase else known for known in old]
    if plan not in plans:
        plans.append(plan)
    refuse(faults + plan_faults(plans, competition.rules))
    return (PhasePlanned(at=act.at, by=act.by, plan=plan),)


def enter(competition: Competition, act: Act, entries: Iterable[Entry]) -> Events:
    """Enter players for the phase that is being prepared.

    Raises:
        RuleViolation: `already_entered`, `arbiter_cannot_play` or `seeding_below_one`.
        GameStateError: he is no arbiter of it, or entries are closed.
    """
    check_arbiter(competition, act)
    check_stage(competition, (CompetitionStage.OPEN,), Fault("entries_closed"))
    wanted = tuple(entries)
    refuse(_entry_faults(competition, wanted, competition.phase.players))
    return tuple(PlayerEntered(at=act.at, by=act.by, entry=entry) for entry in wanted)


def claim_place(competition: Competition, invited: PersonId, act: Act) -> Events:
    """Let a person take the place that was kept for him.

    Raises:
        GameStateError: there is no such place, it is taken, or he has another one.
    """
    check_living(competition)
    players = competition.phase.players
    if invited not in players or invited in competition.claimed:
        raise GameStateError(Fault("place_taken"))
    if act.by in competition.arbiters:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1", {"player": act.by}))
    if act.by != invited and act.by in players:
        raise GameStateError(Fault("already_entered", facts={"player": act.by}))
    return (PlaceClaimed(at=act.at, invited=invited, person=act.by),)


def withdraw(competition: Competition, act: Act, player: PersonId) -> Events:
    """Withdraw a player before the start: himself, or an arbiter for him.

    Once matches are listed, they are to be listed again: colours are balanced without him.

    Raises:
        RuleViolation: `group_too_small`, his group would be left with fewer than two.
        GameStateError: not his business, not entered, or the phase has started.
    """
    if act.by != player:
        check_arbiter(competition, act)
    check_stage(competition, _PREPARING, _running(competition))
    check_entered(competition, player)
    left = [len(group.players) - (player in group.players) for group in competition.phase.groups]
    if min(left, default=2) < 2:
        raise RuleViolation(Fault("group_too_small", facts={"players": 1, "groups": 1}))
    return (PlayerWithdrawn(at=act.at, by=act.by, player=player),)


def replace_player(competition: Competition, act: Act, player: PersonId, entry: Entry) -> Events:
    """Put another player in a player's place before the start, colours and partners included.

    Raises:
        RuleViolation: `already_entered`, `arbiter_cannot_play` or `seeding_below_one`.
        GameStateError: he is no arbiter of it, nobody to replace, or the phase has started.
    """
    check_arbiter(competition, act)
    check_stage(competition, _PREPARING, _running(competition))
    check_entered(competition, player)
    refuse(_entry_faults(competition, (entry,), competition.phase.players))
    return (PlayerReplaced(at=act.at, by=act.by, player=player, entry=entry),)


def commit_sequences(competition: Competition, act: Act, seeds: Seeds) -> Events:
    """Close the entries and fix the phase's seeds, before groups and colours are drawn (art. 1.3).

    Raises:
        ValueError: a seed has not 32 bytes.
        RuleViolation: `too_few_players`.
        GameStateError: he is no arbiter of it, or entries are closed already.
    """
    if any(len(seed) != SEED_BYTES for seed in (seeds.home, seeds.back, seeds.lots)):
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    check_arbiter(competition, act)
    check_stage(competition, (CompetitionStage.OPEN,), Fault("entries_closed"))
    if len(competition.phase.entries) < 2:
        raise RuleViolation(Fault("too_few_players", facts={"players": 2}))
    together = competition.rules.sequence_scope in _TOGETHER
    return (
        SequencesCommitted(
            at=act.at,
            by=act.by,
            home_seed=seeds.home.hex(),
            return_seed=(seeds.home if together else seeds.back).hex(),
            lots_seed=seeds.lots.hex(),
        ),
    )


def draw_groups(
    competition: Competition, act: Act, *, groups: int | None = None, size: int | None = None
) -> Events:
    """Divide the players into that many groups, or into groups of that size at most.

    With neither there are as many groups as the phase is planned with.

    Raises:
        RuleViolation: `group_too_small`.
        GameStateError: he is no arbiter of it, or no seeds are committed.
    """
    check_arbiter(competition, act)
    check_stage(competition, (CompetitionStage.COMMITTED,), Fault("not_committed", "1.3"))
    phase = competition.phase
    wanted = phase.plan.groups if groups is None else groups
    number = number_of_groups(len(phase.entries), groups=wanted, size=size)
    order = seeding_order(phase.entries, phase.seeds.lots)
    return (GroupsDrawn(at=act.at, by=act.by, groups=divide(order, number)),)


def matches_needed(groups: Iterable[Group]) -> int:
    """Return how many matches the groups have: one for each pair."""
    return sum(len(group.players) * (len(group.players) - 1) // 2 for group in groups)


def list_matches(competition: Competition, act: Act, codes: Sequence[MatchCode]) -> Events:
    """Draw the colours and list the match of every pair, under these codes in their order.

    Raises:
        ValueError: the codes are not as many as the matches, or some are taken.
        GameStateError: he is no arbiter of it, or no groups are drawn.
    """
    check_arbiter(competition, act)
    check_stage(competition, (CompetitionStage.GROUPED,), Fault("groups_not_drawn", "2.1"))
    phase = competition.phase
    taken = {match.code for past in competition.phases for match in past.matches}
    if len(set(codes) - taken) != len(codes) or len(codes) != matches_needed(phase.groups):
        raise ValueError(codes)
    pairs = [
        (group.name, pair) for group in phase.groups for pair in pairings(group, phase.seeds.lots)
    ]
    matches = tuple(
        ListedMatch(
            code=code,
            group=group,
            red=pair.red,
            blue=pair.blue,
            home_seed=_own_seed(competition, Leg.HOME, number),
            return_seed=_own_seed(competition, Leg.RETURN, number),
        )
        for number, (code, (group, pair)) in enumerate(zip(codes, pairs, strict=True), 1)
    )
    return (MatchesListed(at=act.at, by=act.by, matches=matches),)


def annul_draw(competition: Competition, act: Act, reason: str) -> Events:
    """Call all draws off before the start, which opens the entries again; it stays in the log.

    Raises:
        GameStateError: he is no arbiter of it, or there is no draw to call off.
    """
    check_arbiter(competition, act)
    check_stage(competition, _PREPARING[1:], Fault("no_draw_to_annul"))
    return (DrawAnnulled(at=act.at, by=act.by, reason=reason),)


def start_phase(competition: Competition, at: datetime) -> Events:
    """Start the phase if its matches are listed and its day has come: nothing otherwise."""
    today = day_of(at, competition.rules.time_zone)
    if competition.stage is not CompetitionStage.LISTED or today < competition.phase.plan.start:
        return ()
    return (PhaseStarted(at=at, on=today),)


def _running(competition: Competition) -> Fault:
    return Fault("phase_running", facts={"phase": competition.phase.plan.phase})


def plan_faults(plans: Collection[PhasePlan], rules: Ruleset) -> list[Fault]:
    """Return what is wrong with the phases and their dates.

    The codes: `no_phase`, `phases_out_of_order` (repeated ones included), `closing_before_start`,
    `starts_before_results`, `nobody_advances`.
    """
    faults = [] if plans else [Fault("no_phase", "7.1")]
    known = tuple(Phase)
    for plan in plans:
        if plan.closing <= plan.start:
            faults.append(Fault("closing_before_start", "9.4", _dates(plan)))
        if min(plan.advance, plan.best_others) < 0:
            faults.append(Fault("nobody_advances", facts={"phase": plan.phase}))
    for before, after in pairwise(plans):
        if known.index(after.phase) <= known.index(before.phase):
            faults.append(Fault("phases_out_of_order", "7.1", {"phase": after.phase}))
        if after.start <= before.results_due(rules):
            facts = {**_dates(after), "due": f"{before.results_due(rules)}"}
            faults.append(Fault("starts_before_results", "9.7", facts))
        if not before.advance and not before.best_others:
            faults.append(Fault("nobody_advances", facts={"phase": before.phase}))
    return faults


def _dates(plan: PhasePlan) -> dict[str, str]:
    return {"phase": plan.phase, "start": f"{plan.start}", "closing": f"{plan.closing}"}


def _entry_faults(
    competition: Competition, entries: Sequence[Entry], players: Iterable[PersonId]
) -> list[Fault]:
    """Return what is wrong with new entries beside these players."""
    count = Counter(players) + Counter(entry.player for entry in entries)
    faults = []
    for entry in entries:
        facts = {"player": entry.player}
        if count[entry.player] > 1:
            faults.append(Fault("already_entered", facts=facts))
        if entry.player in competition.arbiters:
            faults.append(Fault("arbiter_cannot_play", "1.1", facts))
        if entry.seeding is not None and entry.seeding < 1:
            faults.append(Fault("seeding_below_one", facts=facts))
    return faults


def _own_seed(competition: Competition, leg: Leg, number: int) -> str:
    """Return the seed, in hex, of that leg of the phase's match with that number from 1."""
    phase = competition.phase
    seed = phase.seeds.of_leg(leg)
    if competition.rules.sequence_scope in _APART:
        seed = further_seed(seed, number)
    return seed.hex()
