"""Whether a competition's draws are those it was committed to, as `/verifica` answers.

Pure. The sequence follows from the seed of its leg, colours from the seed of the lots; the SHA-256
of both were published before anything was drawn (art. 1.3, 2.1). What is still secret, the seed of
other matches' return games, is never shown.
"""

from bot.texts.messages import Text, say
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import is_apart, seed_of
from engine.competitions.groups import pairings
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.ids import Leg
from engine.matches.match import Match
from engine.rulesets import SequenceScope
from engine.sequence import commitment


def proof(competition: Competition, match: Match, leg: Leg, *, is_drawn_so: bool) -> Text:
    """Return whether sequence and colours are as committed, with what anyone needs to check it.

    `is_drawn_so`: the game's sequence is the one that its seed gives.
    """
    phase, listed = _listed(competition, match)
    number = phase.matches.index(listed) + 1
    base, scope = phase.seeds.of_leg(leg), competition.rules.sequence_scope
    expected = seed_of(phase, scope, leg, number)
    pairs = [
        (pair.red, pair.blue)
        for group in phase.groups
        for pair in pairings(group, phase.seeds.lots)
    ]
    right = (
        is_drawn_so
        and match.seeds[leg] == expected
        and (listed.red, listed.blue) in pairs
        and match.colours(Leg.HOME) == (listed.red, listed.blue)
    )
    series = None
    if is_apart(scope, leg):
        shown = base.hex() if _may_show(competition, phase, leg) else None
        series = say(
            "verify.series" if shown else "verify.series_later", number=number, base=shown or ""
        )
    return say(
        "verify.in_competition" if right else "verify.wrong_in_competition",
        seed=match.seeds[leg],
        commitment=commitment(base),
        series=series,
        lots=phase.seeds.lots.hex(),
        lots_commitment=commitment(phase.seeds.lots),
    )


def _listed(competition: Competition, match: Match) -> tuple[PhaseState, ListedMatch]:
    """Return the phase that the match belongs to, and how it is listed there."""
    return next(
        (phase, listed)
        for phase in competition.phases
        for listed in phase.matches
        if listed.code == match.code
    )


def _may_show(competition: Competition, phase: PhaseState, leg: Leg) -> bool:
    """Return whether no game that is still to start is drawn from the leg's seed."""
    if leg is Leg.HOME or competition.rules.sequence_scope is SequenceScope.MATCH:
        return True
    return phase is not competition.phase or competition.stage is CompetitionStage.CLOSED
