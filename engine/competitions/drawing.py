"""The draws of a phase: seeds committed, groups, colours and matches, up to its start.

Each function takes the competition and the act (who, when), and returns the events that follow or
refuses with every fault. Seeds and match codes come from outside: the engine makes no chance of
its own. What happens once games are played is `engine.competitions.results`.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from engine.chance import SEED_BYTES
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    DrawAnnulled,
    GroupsDrawn,
    MatchesListed,
    PhaseStarted,
    SequencesCommitted,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.groups import divide, number_of_groups, pairings, seeding_order
from engine.competitions.guards import DRAWING, Act, Events, check_arbiter, check_stage
from engine.competitions.moved_leave import fit_leave
from engine.competitions.parts import Group, ListedMatch
from engine.competitions.phase import PhaseState, Seeds
from engine.errors import Fault, RuleViolation
from engine.games.events import EditionRef
from engine.ids import Leg, MatchCode
from engine.rulesets import SequenceScope
from engine.sequence import further_seed
from engine.thinking_time import day_of

_TOGETHER = (SequenceScope.PHASE, SequenceScope.MATCH)
"""Both legs are played with one sequence."""
_APART: Final[Mapping[Leg, tuple[SequenceScope, ...]]] = {
    Leg.HOME: (SequenceScope.MATCH, SequenceScope.GAME),
    Leg.RETURN: (SequenceScope.HOME, SequenceScope.MATCH, SequenceScope.GAME),
}
"""With which scopes every match has a sequence of its own for that leg."""


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
        RuleViolation: `group_too_small`, a player has withdrawn and nobody has filled the place.
        GameStateError: he is no arbiter of it, or no groups are drawn.
    """
    check_arbiter(competition, act)
    check_stage(competition, (CompetitionStage.GROUPED,), Fault("groups_not_drawn", "2.1"))
    phase, scope = competition.phase, competition.rules.sequence_scope
    smallest = min(len(group.players) for group in phase.groups)
    if smallest < 2:
        facts = {"players": len(phase.entries), "groups": len(phase.groups)}
        raise RuleViolation(Fault("group_too_small", facts=facts))
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
            home_seed=seed_of(phase, scope, Leg.HOME, number),
            return_seed=seed_of(phase, scope, Leg.RETURN, number),
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
    check_stage(competition, DRAWING, Fault("no_draw_to_annul"))
    return (DrawAnnulled(at=act.at, by=act.by, reason=reason),)


def start_phase(
    competition: Competition, at: datetime, edition: EditionRef | None = None
) -> Events:
    """Start the phase if its matches are listed and its day has come: nothing otherwise.

    `edition`: the word list in force on that day; with the first phase the competition is pinned
    to it, whatever was in force when it was set up (art. 3.1). Leave on days before a start that is
    late was never taken (art. 7.2).
    """
    today = day_of(at, competition.rules.time_zone)
    if competition.stage is not CompetitionStage.LISTED or today < competition.phase.plan.start:
        return ()
    pinned = None if competition.number or edition == competition.edition else edition
    started = PhaseStarted(at=at, on=today, edition=pinned)
    act = Act(by=competition.arbiters[0], at=at)
    return (started, *fit_leave(evolve_competition(competition, started), act))


def is_apart(scope: SequenceScope, leg: Leg) -> bool:
    """Return whether every match has a sequence of its own for that leg (art. 2.1)."""
    return scope in _APART[leg]


def seed_of(phase: PhaseState, scope: SequenceScope, leg: Leg, number: int) -> str:
    """Return the seed, in hex, of that leg of the phase's match with that number from 1."""
    seed = phase.seeds.of_leg(leg)
    return (further_seed(seed, number) if is_apart(scope, leg) else seed).hex()
