"""The arbiter corrects wrong arithmetic, under the caps."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError, RuleViolation
from engine.games.commands import Resign
from engine.games.events import PlacementMade
from engine.games.orders import correct_score
from engine.games.ruling_events import ScoreCorrected
from engine.ids import Seat
from tests.builders import game_after, play
from tests.engine.games.ordered import MOVES, obeyed, order


@pytest.mark.article("5.3")
def test_a_score_is_put_right_under_its_cap_and_at_any_time() -> None:
    """A corrected score still has its points cap, and can be corrected after the end."""
    game = game_after(*MOVES)
    made = game.moves[2]
    assert isinstance(made, PlacementMade)
    right = obeyed(game, correct_score(game, order(), 2, 12))
    assert right.red.score == 8 + 12
    assert right.moves[2] == replace(made, points=12, counted=12)

    capped = obeyed(game, correct_score(game, order(), 2, 61))
    assert capped.red.score == 8 + 30

    over = play(game, Resign(by=Seat.BLUE))
    assert obeyed(over, correct_score(over, order(), 1, 9)).blue.score == 9


def test_after_the_caps_every_point_of_a_correction_counts() -> None:
    """All points of a correction count in a round without a points cap."""
    game = play(game_after("H7 CASA", "I8 STIRE", "PAS", "PAS"), "J8 TIN")
    assert isinstance(game.moves[4], PlacementMade)

    right = obeyed(game, correct_score(game, order(), 4, game.moves[4].points + 62))

    assert right.red.score == game.red.score + 62


@pytest.mark.parametrize("move", [-1, 3, 2])
def test_only_a_placement_that_stands_has_a_score_to_correct(move: int) -> None:
    """A correction of a pass or of a missing move is refused."""
    game = play(game_after(*MOVES[:2]), "PAS")

    with pytest.raises(GameStateError, match="no_such_placement"):
        correct_score(game, order(), move, 5)


@pytest.mark.article("5.3")
@pytest.mark.parametrize(("tiles", "points"), [("CASA", 0), ("CaSA", 0), ("CASA", -1), ("aa", -1)])
def test_a_score_is_not_corrected_to_zero_or_less(tiles: str, points: int) -> None:
    """A correction to 0 or less is refused, unless the play has only blanks."""
    game = game_after("H7 CASA")
    made = game.moves[0]
    assert isinstance(made, PlacementMade)
    game = replace(game, moves=(replace(made, tiles=tiles),))

    with pytest.raises(RuleViolation, match="zero_points"):
        correct_score(game, order(), 0, points)


def test_blanks_alone_may_be_corrected_to_zero() -> None:
    """A play of blanks alone can be corrected to 0 (art. 5.3)."""
    game = game_after("H7 CASA")
    made = game.moves[0]
    assert isinstance(made, PlacementMade)
    game = replace(game, moves=(replace(made, tiles="aa"),))

    (corrected,) = correct_score(game, order(), 0, 0)

    assert isinstance(corrected, ScoreCorrected)
    assert corrected.counted == 0


def test_a_correction_must_change_something() -> None:
    """A correction to the present figure is refused."""
    game = game_after("H7 CASA")

    with pytest.raises(GameStateError, match="score_unchanged"):
        correct_score(game, order(), 0, 8)
