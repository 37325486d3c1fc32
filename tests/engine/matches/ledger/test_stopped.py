"""The time log after withdrawn rulings: its balances equal those of the game."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.games.events import Ending, Event, LeaveAnnounced
from engine.games.fold import evolve, replay
from engine.games.orders import annul, end, grant_time, lift
from engine.games.queries import close_query, query
from engine.games.turns import turns
from engine.ids import Seat
from engine.matches.ledger.entries import DaysChange
from engine.matches.ledger.ledger import ledger
from engine.thinking_time import ClockRow, LeavePeriod
from tests.builders import ARBITER, START, ask, fold, noon, started
from tests.engine.games.ordered import obeyed, order, reopen, restore


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


@pytest.mark.article("5.3", "7.1")
@pytest.mark.parametrize("moves", [False, True])
def test_a_stopped_wait_for_the_arbiter_has_its_entry_once_it_ends(*, moves: bool) -> None:
    """Its days count with the answer, or with another move, and neither hides them."""
    start = started()
    log: list[Event] = [start]
    game = fold(start, ())
    steps: tuple[Callable[[], tuple[Event, ...]], ...] = (
        lambda: ask(game, "H7 CASA", at=noon()),
        lambda: query(game, Seat.BLUE, "TEST/1#1", noon(2)),
        lambda: end(game, order(10), Ending.FORFEITED, Seat.RED),
        lambda: reopen(game, order(12)),
        lambda: ask(game, "PAS", at=noon(15)) if moves else close_query(game, "TEST/1#1", noon(15)),
    )
    for step in steps:
        for event in step():
            game = evolve(game, event)
            log.append(event)

    blue = [entry for entry in ledger(log) if entry.seat is Seat.BLUE][1:]
    (waited,) = (entry for entry in blue if entry.change is DaysChange.WAITED)
    assert (waited.at, waited.days, waited.article) == (noon(15), -8, "5.3")
    assert [entry.days for entry in blue] == [-1, -8, *([-2] if moves else [])]
    assert blue[-1].left == game.allowance(Seat.BLUE) - game.blue.days


@pytest.mark.article("7.1", "7.2")
@pytest.mark.parametrize("moves", [1, 2])
def test_a_stopped_turn_has_a_row_with_its_round_its_dates_and_its_leave(moves: int) -> None:
    """The row shows the days used up to the ruling; days of leave are apart, by art. 7.2."""
    game = fold(started(), ())
    for move in ("H7 CASA", "I8 STIRE")[:moves]:
        for event in ask(game, move, at=noon()):
            game = evolve(game, event)
    late = game.turn
    away = LeavePeriod(START + timedelta(days=3), START + timedelta(days=4))
    for leave, free, article in (((), 0, "7.1"), ((away,), 2, "7.2")):
        said = [LeaveAnnounced(at=noon(), by=late, period=one) for one in leave]
        stopped = obeyed(game, tuple(said))
        stopped = obeyed(stopped, end(stopped, order(10), Ending.FORFEITED, late))
        stopped = obeyed(stopped, reopen(stopped, order(12)))
        (stop,) = (turn for turn in turns(stopped, late) if turn.move is None)

        assert stop.row == ClockRow(
            round=moves,
            received=START,
            sent=START + timedelta(days=10),
            leave_days=free,
            days=9 - free,
            article=article,
        )
        assert stopped.side(late).days == 9 - free


@pytest.mark.article("7.1", "9.4", "10.1")
@pytest.mark.parametrize("closing", [6, 15])
@pytest.mark.parametrize("made", ["loss", "annulled", "extension"])
def test_a_ruling_taken_back_has_its_entry_whatever_the_closing(made: str, closing: int) -> None:
    """Time log, game and the game read again agree when a ruling is taken back after days."""
    start = started()
    log: list[Event] = [start]
    game = replace(fold(start, ()), closing=START + timedelta(days=closing))
    by_case = replace(order(10), case="TEST/c1")
    rulings: dict[str, Callable[[], tuple[Event, ...]]] = {
        "loss": lambda: end(game, by_case, Ending.FORFEITED, Seat.RED),
        "annulled": lambda: annul(game, by_case, 0),
        "extension": lambda: grant_time(game, by_case, Seat.BLUE, 3),
    }
    steps: tuple[Callable[[], tuple[Event, ...]], ...] = (
        lambda: ask(game, "H7 CASA", at=noon()),
        rulings[made],
        lambda: lift(game, replace(order(12), case="TEST/c1"), noon(10)),
    )
    for step in steps:
        for event in step():
            game = evolve(game, event)
            log.append(event)

    stopped = 0 if made == "extension" else min(closing, 10) - 1
    assert game.side(Seat.BLUE).days == replay(log).side(Seat.BLUE).days == stopped
    assert game.closing == START + timedelta(days=closing)
    (entry,) = (each for each in ledger(log) if each.change is DaysChange.LIFTED)
    assert (entry.seat, entry.author, entry.article) == (Seat.BLUE, ARBITER, "10.1")
    assert entry.left == game.allowance(Seat.BLUE) - stopped
    assert entry.on == (None if made == "extension" else START + timedelta(days=12))
    assert entry.days == (-3 if made == "extension" else -stopped)
