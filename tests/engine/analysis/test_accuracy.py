"""Accuracy: points taken of points possible, by the best placement of each hand."""

from dataclasses import replace
from fractions import Fraction

from engine.analysis.accuracy import Accuracy, accuracy
from engine.analysis.verdicts import Verdict, analyse
from engine.gcg import Kind, Player, RecordBuilder
from engine.gcg.replay import OPEN_GAME
from engine.notation import parse_placement
from engine.tiles import load_tile_set
from tests.engine.analysis.games import whole_game
from tests.engine.tried import GRAPHS


def verdicts(seed: int, *, deep: bool) -> tuple[Verdict, ...]:
    """Return what is said of a whole game."""
    record, few, _ = whole_game(seed)
    return tuple(analyse(record, GRAPHS["ro"], few, OPEN_GAME, deep=deep).verdicts)


def test_what_was_taken_and_what_was_lost_make_what_was_possible() -> None:
    """Of each player alone and of both; by points alone it is what the best would count."""
    found = verdicts(1, deep=False)
    both = accuracy(found)

    assert both.possible == sum(
        max(one.best.points, one.position.counted) for one in found if one.best is not None
    )
    assert both.taken == sum(one.position.counted for one in found)
    assert both.share == Fraction(both.taken, both.possible)
    assert accuracy(found, 0) + accuracy(found, 1) == both


def test_looking_further_ahead_changes_nothing_of_it() -> None:
    """Three plies and proofs tell what a turn cost, and not how many points were there."""
    assert accuracy(verdicts(1, deep=True)) == accuracy(verdicts(1, deep=False))


def test_two_games_are_added_by_points_and_not_by_shares() -> None:
    """A game of few points weighs little."""
    poor = Accuracy(taken=10, behind=90)
    rich = Accuracy(taken=900, behind=0)

    assert (poor + rich).share == Fraction(910, 1000)


def test_what_cannot_be_judged_counts_nowhere() -> None:
    """A hand that is not told, and a placement that was taken back."""
    record, few, _ = whole_game(1)
    first, second, *_ = record.entries
    back = replace(second, kind=Kind.WITHDRAWN, points=-second.points)
    entries = (replace(first, rack=""), second, back)

    found = tuple(
        analyse(replace(record, entries=entries), GRAPHS["ro"], few, OPEN_GAME, deep=True).verdicts
    )

    assert len(found) == 2
    assert accuracy(found) == Accuracy(unjudged=1)
    assert accuracy(found).share is None


def test_a_hand_that_could_lay_nothing_lost_nothing() -> None:
    """A word that is in no list was laid all the same: it has no better one beside it."""
    builder = RecordBuilder([Player(nick="ana", name="Ana"), Player(nick="ion", name="Ion")])
    builder.play(0, parse_placement("H7 ZZ"), 40, "ZZ")

    (verdict,) = analyse(
        builder.record(), GRAPHS["ro"], load_tile_set("ro"), OPEN_GAME, deep=False
    ).verdicts

    assert (verdict.rank, verdict.of, verdict.best, verdict.lost) == (1, 0, None, 0)
