"""Accuracy: points made of points possible, by the best move of each rack."""

from dataclasses import replace
from fractions import Fraction

from engine.analysis.accuracy import Accuracy, accuracy
from engine.analysis.verdicts import Verdict, analyse
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GcgKind, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.notation import parse_placement
from engine.tiles import load_tile_set
from tests.engine.analysis.games import whole_game
from tests.engine.tried import GRAPHS


def verdicts(seed: int, *, deep: bool) -> tuple[Verdict, ...]:
    """Return the findings on a whole game."""
    record, few, _ = whole_game(seed)
    return tuple(analyse(record, GRAPHS["ro"], few, OPEN_GAME, deep=deep).verdicts)


def test_what_was_taken_and_what_was_lost_make_what_was_possible() -> None:
    """Counted and lost points add up to the best possible ones, for each player and both."""
    found = verdicts(1, deep=False)
    both = accuracy(found)

    assert both.possible == sum(
        max(one.best.points, one.position.counted) for one in found if one.best is not None
    )
    assert both.taken == sum(one.position.counted for one in found)
    assert both.share == Fraction(both.taken, both.possible)
    assert accuracy(found, 0) + accuracy(found, 1) == both


def test_looking_further_ahead_changes_nothing_of_it() -> None:
    """Three plies and proofs give a turn's cost, not the number of possible points."""
    assert accuracy(verdicts(4, deep=True)) == accuracy(verdicts(4, deep=False))


def test_two_games_are_added_by_points_and_not_by_shares() -> None:
    """A game with few points has little weight."""
    poor = Accuracy(taken=10, behind=90)
    rich = Accuracy(taken=900, behind=0)

    assert (poor + rich).share == Fraction(910, 1000)


def test_what_cannot_be_analysed_counts_nowhere() -> None:
    """An unknown rack and a withdrawn move are left out."""
    record, few, _ = whole_game(1)
    first, second, *_ = record.entries
    back = replace(second, kind=GcgKind.WITHDRAWN, points=-second.points)
    entries = (replace(first, rack=""), second, back)

    found = tuple(
        analyse(replace(record, entries=entries), GRAPHS["ro"], few, OPEN_GAME, deep=True).verdicts
    )

    assert len(found) == 2
    assert accuracy(found) == Accuracy(unjudged=1)
    assert accuracy(found).share is None


def test_a_rack_without_a_play_lost_nothing() -> None:
    """If an unlisted word was played, no better move exists beside it."""
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    builder.play(0, parse_placement("H7 ZX"), 40, "ZX")

    (verdict,) = analyse(
        builder.record(), GRAPHS["ro"], load_tile_set("ro"), OPEN_GAME, deep=False
    ).verdicts

    assert verdict.static is not None
    assert (verdict.static.rank, verdict.static.plays) == (1, 0)
    assert (verdict.best, verdict.lost) == (None, 0)
