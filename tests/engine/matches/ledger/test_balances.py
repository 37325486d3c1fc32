"""The time log: after any events its balances equal those of the game."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.deadlines import arrival
from engine.games.events import (
    Ending,
    Event,
    GameEnded,
    GameStarted,
    LeaveAnnounced,
    LeaveWithdrawn,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.games.ruling_events import SeatTaken, TimeGranted
from engine.ids import PersonId, Seat
from engine.matches.ledger.entries import DaysChange
from engine.matches.ledger.ledger import ledger
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, PARTNER_RULES, noon
from tests.engine.matches.spent import (
    MAY,
    OPENED,
    WHY,
    annulled,
    moved,
    older_lifting,
    restored,
)
from tests.examples import HALF

_BY_RECKONING = {DaysChange.EXCEEDED, DaysChange.ALLOTTED, DaysChange.ARRIVED}


def games(events: list[Event]) -> Iterator[Game]:
    """Yield the game after each event."""
    first = events[0]
    assert isinstance(first, GameStarted)
    game = begin(first)
    yield game
    for event in events[1:]:
        game = evolve(game, event)
        yield game


@st.composite
def stories(draw: st.DrawFn) -> list[Event]:
    """Draw the events of a game in which anything that changes days happens in any order."""
    events: list[Event] = [OPENED]
    game = begin(OPENED)
    for step in range(draw(st.integers(0, 25))):
        at = noon() + timedelta(hours=step + 1)
        event = _something(draw, game, at)
        if event is not None:
            game = evolve(game, event)
            events.append(event)
    return events


def _something(draw: st.DrawFn, game: Game, at: datetime) -> Event | None:  # noqa: PLR0911, PLR0912  (one line a case)
    seat = draw(st.sampled_from(Seat))
    what = draw(st.sampled_from("mmmmmmrrvvlwgaacsxebb"))
    if game.stage is Stage.ENDED:
        return older_lifting(at, at, days=0)
    match what:
        case "m":
            return moved(game, draw(st.integers(0, 7)), at, word=draw(st.booleans()))
        case "r" if game.returnable:
            days = draw(st.integers(0, 7))
            on = game.received + timedelta(days=days + 1)
            # Earlier versions did not charge a player for sending a move back.
            received = draw(st.sampled_from([game.received, None]))
            return PlacementReturned(
                at=at, by=game.turn, on=on, received=received, days=days if received else 0
            )
        case "v":
            on = game.received + timedelta(days=draw(st.integers(1, 3)))
            return next(iter(arrival(game, on, at)))
        case "l":
            first = MAY[draw(st.integers(0, 39))]
            last = first + timedelta(days=draw(st.integers(0, 3)))
            return LeaveAnnounced(at=at, by=seat, period=LeavePeriod(first, last))
        case "w" if game.side(seat).leave:
            period = draw(st.sampled_from(game.side(seat).leave))
            if game.side(seat).leave.count(period) > 1:
                return None  # no player may announce the same days twice
            return LeaveWithdrawn(at=at, by=seat, period=period)
        case "g":
            days = draw(st.integers(-3, 9))
            return TimeGranted(
                at=at, arbiter=ARBITER, by=seat, days=days, article="7.2", reason=WHY
            )
        case "a" if game.moves:
            keep = draw(st.integers(0, len(game.moves) - 1))
            return annulled(keep, at, charged=draw(st.booleans()))
        case "b" if game.voided and game.voided[-1].moves_before == len(game.moves):
            return restored(game, at)
        case "s":
            return SeatTaken(at=at, by=seat, person=PersonId(7))
        case "x":
            return TimeExceeded(at=at, by=seat, days=31)
        case "e":
            return GameEnded(
                at=at, ending=Ending.ABANDONED, by=seat, red_adjustment=0, blue_adjustment=0
            )
        case _:
            return None


@pytest.mark.article("7.1")
@given(stories())
@settings(max_examples=HALF)
def test_the_balances_are_those_of_the_game_after_every_event(events: list[Event]) -> None:
    """After any event the days and leave left equal those of the time sheet."""
    for number, game in enumerate(games(events), start=1):
        entries = ledger(events[:number])
        for seat in Seat:
            side = game.side(seat)
            last = [entry for entry in entries if entry.seat is seat][-1]
            assert last.left == game.allowance(seat) - side.days
            assert last.leave_left == PARTNER_RULES.leave_days - sum(p.days for p in side.leave)


@given(stories())
@settings(max_examples=30)
def test_nobodys_days_change_without_an_entry_that_says_why(events: list[Event]) -> None:
    """Each balance is the one before plus the entry's change, and has an article."""
    entries = ledger(events)
    for seat in Seat:
        own = [entry for entry in entries if entry.seat is seat]
        left = leave = 0
        for entry in own:
            left, leave = left + entry.days, leave + entry.leave
            assert (entry.left, entry.leave_left) == (left, leave)
            assert entry.article
            assert (entry.author is None) == (entry.change in _BY_RECKONING)
