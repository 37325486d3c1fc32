"""The time log after withdrawn rulings: its balances equal those of the game."""

from typing import TYPE_CHECKING

import pytest

from engine.games.events import Ending, Event
from engine.games.fold import evolve
from engine.games.orders import annul, end, reopen, restore
from engine.ids import Seat
from engine.matches.ledger.ledger import ledger
from tests.builders import ask, fold, noon, started
from tests.engine.games.ordered import order

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.article("7.1")
@pytest.mark.parametrize("charged", [False, True])
def test_days_of_stopped_turns_are_in_the_ledger_as_on_the_sheet(*, charged: bool) -> None:
    """Time log and time sheet agree after each of several endings, annulments and reopenings."""
    start = started()
    log: list[Event] = [start]
    game = fold(start, ())
    steps: tuple[Callable[[], tuple[Event, ...]], ...] = (
        lambda: ask(game, "H7 CASA", at=noon()),
        lambda: end(game, order(10), Ending.FORFEITED, Seat.RED),
        lambda: reopen(game, order(12)),
        lambda: annul(game, order(15), 0, charged=charged),
        lambda: end(game, order(20), Ending.FORFEITED, Seat.RED),
        lambda: reopen(game, order(22)),
        lambda: restore(game, order(25)),
    )
    for step in steps:
        for event in step():
            game = evolve(game, event)
            log.append(event)
        for seat in Seat:
            last = [entry for entry in ledger(log) if entry.seat is seat][-1]
            assert last.left == game.allowance(seat) - game.side(seat).days
    assert (game.red.days, game.blue.days) == (0, 9 + 2)
