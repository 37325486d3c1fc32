"""A player's punctuality, calculated from their games."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.games.events import Ending, GameEnded, Passed
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.matches.punctuality import Punctuality, punctuality
from tests.builders import game_after, noon

RECEIVED = date(2025, 5, 1)


def game_of(*waits: int, ending: Ending | None = None, by: Seat | None = Seat.RED) -> Game:
    """Return a game in which Red sent each move this many days after arrival."""
    moves = tuple(
        Passed(
            at=noon(),
            by=Seat.RED,
            round=number,
            received=RECEIVED,
            sent=RECEIVED + timedelta(days=wait),
            days=max(wait - 1, 0),
        )
        for number, wait in enumerate(waits, 1)
    )
    ended = None
    if ending is not None:
        ended = GameEnded(at=noon(), ending=ending, by=by, red_adjustment=0, blue_adjustment=0)
    return replace(game_after(), moves=moves, ended=ended)


def red_of(game: Game) -> PersonId:
    """Return the person who is Red."""
    return game.red.person


@pytest.mark.parametrize(
    ("waits", "days"),
    [((0,) * 5, 0), ((0, 1, 2, 3, 9), 2), ((1, 1, 4), None), ((2, 2, 2, 8, 8, 8), 2)],
)
def test_the_usual_days_are_the_median(waits: tuple[int, ...], days: int | None) -> None:
    """The usual days are the lower median, and `None` for too few moves."""
    game = game_of(*waits)
    assert punctuality([game], red_of(game)) == Punctuality(days=days, lost=0)


@pytest.mark.parametrize(
    ("ending", "by", "lost"),
    [
        (Ending.TIME, Seat.RED, 1),
        (Ending.TIME, Seat.BLUE, 0),
        (Ending.NO_SHOW, Seat.RED, 1),
        (Ending.BOTH_TIME, None, 1),
        (Ending.NO_SHOW, None, 1),
        (Ending.ABANDONED, Seat.RED, 0),
    ],
)
def test_games_lost_on_time_are_counted(ending: Ending, by: Seat | None, lost: int) -> None:
    """A player's own losses on time and no-shows count; resigned games do not."""
    game = game_of(ending=ending, by=by)
    assert punctuality([game], red_of(game)).lost == lost
