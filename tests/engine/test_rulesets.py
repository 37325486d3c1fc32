"""Every option of a ruleset, tested with a value that is not its default."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from engine.competitions.drawing import commit_sequences
from engine.competitions.events import SequencesCommitted
from engine.embargo import EmbargoedGame, GameProgress, embargo_on
from engine.errors import EngineError
from engine.games.deadlines import call_day, file_day
from engine.games.endings import natural_end
from engine.games.events import Ending, PlacementMade
from engine.games.fold import begin
from engine.games.game import Game
from engine.ids import GameId, Leg, Seat
from engine.matches.approval import last_day_to_object
from engine.matches.closing import never_begun
from engine.matches.results import leg_coefficients
from engine.matches.rulings import propose_results
from engine.rulesets import (
    NATIONAL_2025,
    AbandonFloor,
    EndBonus,
    JokerRuns,
    NeverBegun,
    Phase,
    PublicWhen,
    Ruleset,
    SequenceScope,
    Unfinished,
    WordPolicy,
)
from engine.sequences.check import SequenceRule, violations
from tests.builders import START, ask, game_after, noon, started, with_racks
from tests.engine.competitions.desk import SEEDS, Desk
from tests.engine.matches.staged import after, between, leg_ended, played

OPENING, ANSWER = "H8 CASAETN", "I8 STIRE"
CLOSING = START + timedelta(days=60)


@dataclass(frozen=True)
class Option:
    """Another value of an option, with the usual and the changed result."""

    other: Any
    observe: Callable[[Ruleset], object]
    usual: object
    changed: object


def new(rules: Ruleset, phase: Phase = Phase.PRELIMINARY) -> Game:
    """Return a game before its first move."""
    return begin(started(rules=rules, phase=phase))


def last(rules: Ruleset, *moves: str) -> PlacementMade:
    """Return the last of these moves, which is a play."""
    made = game_after(*moves, rules=rules).last_move
    assert isinstance(made, PlacementMade)
    return made


def found(rules: Ruleset, sequence: str, rule: SequenceRule) -> int:
    """Return how often the tiles break this sequence rule."""
    return sum(each.rule is rule for each in violations(sequence, rules))


def answer(rules: Ruleset, move: str, lexicon: frozenset[str] = frozenset(), days: int = 0) -> str:
    """Return "sent", or the code of the first error of an opening move after so many days."""
    try:
        ask(new(rules), move, at=noon(days), lexicon=lexicon)
    except EngineError as refused:
        return refused.faults[0].code
    return "sent"


def played_out(rules: Ruleset) -> tuple[int, int]:
    """Return the adjustments of Red, who went out, and of Blue, who has Z and I left."""
    game = with_racks(game_after("H8 CASA", rules=rules), red="", blue="ZI")
    (ended,) = natural_end(replace(game, drawn=len(game.sequence)), noon())
    return ended.red_adjustment, ended.blue_adjustment


def legs_share_a_seed(rules: Ruleset) -> bool:
    """Return whether home and return games of a match are drawn from one seed."""
    (committed,) = Desk(rules=rules).does(commit_sequences, SEEDS)
    assert isinstance(committed, SequencesCommitted)
    return committed.home_seed == committed.return_seed


def objection_day(rules: Ruleset) -> date | None:
    """Return the last day to object to results proposed on the sixtieth day."""
    match = replace(played(leg_ended(), leg_ended(Leg.RETURN)), rules=rules)
    return last_day_to_object(after(match, *propose_results(match, noon(60))))


def abandoned(rules: Ruleset) -> str:
    """Return the coefficient of a resigning player's opponent, who is behind 200–300."""
    ended = leg_ended(ending=Ending.ABANDONED, by=Seat.BLUE, red=200, blue=300, rounds=5)
    return str(leg_coefficients(ended, rules).first)


def declared(rules: Ruleset) -> str:
    """Return Red's coefficient of an unfinished game, 300–200, whose state Red declared."""
    ended = leg_ended(ending=Ending.CLOSED, red=300, blue=200, rounds=5)
    return str(leg_coefficients(replace(ended, declared=(Seat.RED,)), rules).first)


def is_public(rules: Ruleset) -> bool:
    """Return whether the public may see a finished game before its approval."""
    table = EmbargoedGame(
        game=GameId("K7QF/1"), seed="", players=frozenset(), progress=GameProgress.OVER
    )
    return embargo_on(table, [table], rules.public_when) is None


OPTIONS = {
    "tile_set": Option("en", lambda rules: new(rules).tile_set.values["J"], 10, 8),
    "rack_size": Option(6, lambda rules: len(new(rules).red.rack), 7, 6),
    "all_tiles_bonus": Option(35, lambda rules: last(rules, OPENING).points, 66, 51),
    "red_caps": Option((15, 30), lambda rules: last(rules, OPENING).counted, 10, 15),
    "blue_caps": Option((3, 40), lambda rules: last(rules, "H7 CASA", ANSWER).counted, 13, 3),
    "longest_run": Option(2, lambda rules: found(rules, "AEIB", SequenceRule.RUNS), 0, 1),
    "joker_runs": Option(
        JokerRuns.BREAKS, lambda rules: found(rules, "AE?I", SequenceRule.RUNS), 1, 0
    ),
    "early_tiles": Option(6, lambda rules: found(rules, "ABABABZ", SequenceRule.EARLY), 4, 3),
    "early_value": Option(9, lambda rules: found(rules, "ABABABZ", SequenceRule.EARLY), 4, 1),
    "joker_gap": Option(3, lambda rules: found(rules, "?ABA?", SequenceRule.JOKERS), 1, 0),
    "opening_kinds": Option(1, lambda rules: found(rules, "AAAAAAB" * 2, SequenceRule.RACKS), 2, 0),
    "sequence_scope": Option(SequenceScope.PHASE, legs_share_a_seed, False, True),
    "word_policy": Option(
        WordPolicy.PARTNER, lambda rules: answer(rules, "H8 CASA"), "unknown_word", "sent"
    ),
    "end_bonus": Option(EndBonus.DEDUCT_ONLY, played_out, (11, -11), (0, -11)),
    "passes_to_end": Option(
        2, lambda rules: game_after("PAS", "PAS", rules=rules).stage.value, "running", "ended"
    ),
    "preliminary_days": Option(12, lambda rules: new(rules).allowance(Seat.RED), 30, 12),
    "final_days": Option(9, lambda rules: new(rules, Phase.FINAL).allowance(Seat.RED), 20, 9),
    "leave_days": Option(4, lambda rules: rules.leave(Phase.PRELIMINARY), 10, 4),
    "final_leave_days": Option(3, lambda rules: rules.leave(Phase.FINAL), 10, 3),
    "resend_days": Option(
        3,
        lambda rules: call_day(game_after("H7 CASA", rules=rules)),
        START + timedelta(days=5),
        START + timedelta(days=3),
    ),
    "dossier_days": Option(
        2,
        lambda rules: file_day(game_after("H7 CASA", rules=rules)),
        START + timedelta(days=10),
        START + timedelta(days=7),
    ),
    "opening_days": Option(
        3,
        lambda rules: call_day(new(rules)),
        START + timedelta(days=5),
        START + timedelta(days=3),
    ),
    "return_leg_days": Option(
        2,
        lambda rules: replace(between(), rules=rules).return_day,
        START + timedelta(days=26),
        START + timedelta(days=23),
    ),
    "results_days": Option(
        3, objection_day, START + timedelta(days=65), START + timedelta(days=63)
    ),
    "auto_forfeit": Option(
        True,
        lambda rules: answer(rules, "H8 CASA", frozenset({"CASA"}), days=40),
        "sent",
        "time_is_up",
    ),
    "time_zone": Option(
        "Pacific/Auckland",
        lambda rules: new(rules).day_of(datetime(2025, 5, 1, 13, tzinfo=UTC)),
        date(2025, 5, 1),
        date(2025, 5, 2),
    ),
    "abandon_floor": Option(AbandonFloor.FIXED, abandoned, "1.4800", "1.5300"),
    "unfinished": Option(Unfinished.SCORE, declared, "1.1000", "1.6000"),
    "never_begun": Option(
        NeverBegun.NOTHING,
        lambda rules: never_begun(replace(between(), rules=rules))[0],
        Ending.CLOSED,
        Ending.NO_SHOW,
    ),
    "public_when": Option(PublicWhen.ENDED, is_public, False, True),
}
"""The options of the national ruleset; `name` is not an option."""


def test_every_option_is_tried() -> None:
    """The table has each option of a ruleset, with a value other than the national one."""
    assert ["name", *OPTIONS] == [field.name for field in fields(Ruleset)]
    national = {name: getattr(NATIONAL_2025, name) for name in OPTIONS}
    assert [name for name, one in OPTIONS.items() if one.other == national[name]] == []


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_changes_what_it_is_for(name: str) -> None:
    """Each option's national value gives the usual result, the other value another one."""
    option = OPTIONS[name]
    other = replace(NATIONAL_2025, **{name: option.other})

    assert (option.observe(NATIONAL_2025), option.observe(other)) == (option.usual, option.changed)
