"""Which official games are rated."""

from datetime import date

import pytest

from bot.ratings.nightly.games import OfficialGame
from engine.coefficients import normal
from engine.figures import figures
from engine.ids import GameId, PersonId


@pytest.mark.parametrize(
    ("scores", "official", "is_good"),
    [
        ((524, 480), (524, 480), True),
        ((480, 524), (480, 524), True),
        ((500, 500), (500, 500), True),
        ((500, 500), (480, 524), False),
        ((524, 480), (480, 524), False),
        (None, (524, 480), False),
    ],
)
def test_a_game_is_rated_if_the_higher_score_won(
    scores: tuple[int, int] | None, official: tuple[int, int], is_good: bool
) -> None:
    """A draw of equal scores is rated, too; not a ruling against the score, or no score."""
    given = normal(*official)
    game = OfficialGame(
        id=GameId("ABCD/1"),
        red=PersonId(1),
        blue=PersonId(2),
        figures=figures(given.first, given.second, scores=scores, article="8.1"),
        ended=date(2025, 5, 1),
        is_whole=True,
    )

    assert game.is_good is is_good
