"""The draws of a phase up to its start: seeds, groups, colours and matches.

Each function takes the competition and the act (person and time). It returns the new events or
refuses with every fault. The caller provides seeds and match codes; the engine never creates random
values. `engine.competitions.results` handles games once they are played.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.chance import SEED_BYTES
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    DrawAnnulled,
    GroupsDrawn,
    MatchesListed,
    PhaseStarted,
    SequencesCommitted,
)
from engine.competitions.groups import check_groups, divide, pairings, seeding_order
from engine.competitions.guards import COMMITTED, DRAWING, GROUPED, OPEN, Act, Events, check_arbiter
from engine.competitions.parts import Group, ListedMatch
from engine.competitions.phase import PhaseState, Seeds
from engine.errors import Fault, RuleViolation
from engine.games.events import EditionRef
from engine.ids import Leg, MatchCode
from engine.rulesets import SequenceScope
from engine.sequences.sequence import further_seed
from engine.thinking_time import day_of


def commit_sequences(competition: Competition, act: Act, seeds: Seeds) -> Events:
    """Close the entries and fix the phase's seeds, before groups and colours are drawn (art. 1.3).

    Raises:
        ValueError: a seed does not have 32 bytes.
        RuleViolation: `too_few_players`.
    """
    if any(len(seed) != SEED_BYTES for seed in (seeds.home, seeds.back, seeds.lots)):
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    check_arbiter(competition, act, OPEN)
    if len(competition.phase.entries) < 2:
        raise RuleViolation(Fault("too_few_players", facts={"players": 2}))
    joins_legs = competition.rules.sequence_scope.joins_legs
    return (
        SequencesCommitted(
            at=act.at,
            by=act.by,
            home_seed=seeds.home.hex(),
            return_seed=(seeds.home if joins_legs else seeds.back).hex(),
            lots_seed=seeds.lots.hex(),
        ),
    )


def draw_groups(competition: Competition, act: Act, *, groups: int | None = None) -> Events:
    """Divide the players into so many groups; None means the number in the phase plan.

    Raises:
        RuleViolation: `group_too_small`.
    """
    check_arbiter(competition, act, COMMITTED)
    phase = competition.phase
    number = phase.plan.groups if groups is None else groups
    check_groups(len(phase.entries), number)
    order = seeding_order(phase.entries, phase.seeds.lots)
    return (GroupsDrawn(at=act.at, by=act.by, groups=divide(order, number)),)


def matches_needed(groups: Iterable[Group]) -> int:
    """Return the number of matches in the groups: one for each pair."""
    return sum(len(group.players) * (len(group.players) - 1) // 2 for group in groups)


def list_matches(competition: Competition, act: Act, codes: Sequence[MatchCode]) -> Events:
    """Draw the colours and list a match for every pair, with these codes in order.

    Raises:
        ValueError: the number of codes is not the number of matches, or some codes are in use.
        RuleViolation: `group_of_one`, if a player has withdrawn and the seat is still free.
    """
    check_arbiter(competition, act, GROUPED)
    phase, scope = competition.phase, competition.rules.sequence_scope
    alone = [group.name for group in phase.groups if len(group.players) < 2]
    if alone:
        raise RuleViolation(Fault("group_of_one", facts={"group": alone[0]}))
    taken = {match.code for past in competition.phases for match in past.matches}
    if len(set(codes) - taken) != len(codes) or len(codes) != matches_needed(phase.groups):
        raise ValueError(f"codes in use, twice, or of another number than the matches: {codes}")
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
    """Cancel all draws before the start and reopen the entries; the draws stay in the log.

    Raises:
        GameStateError: the person is not an arbiter of it, or there is no draw to cancel.
    """
    check_arbiter(competition, act, DRAWING)
    return (DrawAnnulled(at=act.at, by=act.by, reason=reason),)


def start_phase(
    competition: Competition, at: datetime, edition: EditionRef | None = None
) -> Events:
    """Start the phase if its matches are listed and its start day has come; otherwise do nothing.

    `edition` is the word list in force on that day. The start of the first phase fixes it for the
    competition, whatever was in force at its creation (art. 3.1). Leave on days before a late start
    is given back (art. 7.2).
    """
    today = day_of(at, competition.rules.time_zone)
    if competition.stage is not CompetitionStage.LISTED or today < competition.phase.plan.start:
        return ()
    pinned = None if competition.number or edition == competition.edition else edition
    return (PhaseStarted(at=at, on=today, edition=pinned),)


def is_apart(scope: SequenceScope, leg: Leg) -> bool:
    """Return whether every match has a sequence of its own for that leg (art. 2.1)."""
    own_return = scope is SequenceScope.HOME and leg is Leg.RETURN
    return own_return or scope in {SequenceScope.MATCH, SequenceScope.GAME}


def seed_of(phase: PhaseState, scope: SequenceScope, leg: Leg, number: int) -> str:
    """Return the hexadecimal seed for that leg of the phase's match `number` (from 1)."""
    seed = phase.seeds.of_leg(leg)
    return (further_seed(seed, number) if is_apart(scope, leg) else seed).hex()
