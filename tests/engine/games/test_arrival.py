"""Thinking time starts on the day the sheets arrive, and not earlier."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.audit import audit
from engine.games.commands import CheckTime, Pass
from engine.games.deadlines import arrival, awaited, last_day
from engine.games.decide import decide
from engine.games.events import Event, Passed, SheetsArrived
from engine.games.fold import begin, evolve, replay
from engine.games.game import Game, Stage
from engine.games.orders import annul
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.ids import Seat
from engine.matches.ledger.entries import DaysChange
from engine.matches.ledger.ledger import ledger
from tests.builders import ANY_WORD, START, ask, game_after, noon, play, started
from tests.engine.games.ordered import obeyed, order

THERE = ZoneInfo("Europe/Bucharest")


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


def arrived(game: Game, on: int) -> Game:
    """Return the game whose sheets have reached the player to move on that day."""
    return obeyed(game, arrival(game, day(on), noon(on)))


@pytest.mark.article("7.1")
def test_time_runs_from_the_day_on_which_the_sheets_arrived() -> None:
    """Sheets that arrive on the third are answered on the sixth with two days used."""
    game = arrived(game_after("H7 CASA"), 2)
    answered = play(game, "I8 STIRE", at=noon(5))

    assert last_day(game) == day(2 + 31)
    assert answered.blue.days == 2
    assert [move.received for move in answered.moves] == [day(0), day(2)]


@pytest.mark.article("7.1")
def test_sheets_that_arrive_the_day_they_were_sent_are_no_event() -> None:
    """Sheets that arrive on their day, after the answer or before a ruling add no event."""
    game = game_after("H7 CASA")
    ruled = obeyed(play(game, "I8 STIRE"), annul(play(game, "I8 STIRE"), order(9), 1))

    came = SheetsArrived(at=noon(2), by=Seat.BLUE, move=1, sent=day(0), on=day(2))
    assert arrival(game, day(2), noon(2)) == (came,)
    assert arrival(game, day(0), noon()) == ()
    assert arrival(ruled, day(8), noon(9)) == ()
    assert arrival(arrived(game, 3), day(3), noon(3)) == ()


@pytest.mark.article("7.1")
def test_the_start_sheets_arrive_too() -> None:
    """Red is not charged for the days before the arrival of the first sheets."""
    game = play(arrived(game_after(), 4), "H7 CASA", at=noon(6))

    assert game.red.days == 1


@pytest.mark.article("7.1")
def test_nobody_is_overdrawn_while_the_sheets_are_under_way() -> None:
    """While the sheets have not arrived, no day is used and no time exceeded."""
    game = game_after("H7 CASA")

    assert ask(game, CheckTime(), at=noon(40))
    assert ask(awaited(game, day(40)), CheckTime(), at=noon(40)) == ()


@pytest.mark.article("7.1")
def test_an_outage_is_not_made_good_twice() -> None:
    """An outage before the arrival of the sheets cost no day, so none is given back."""
    outage = Outage(day(1), day(4))
    game = game_after("H7 CASA")

    assert days_lost(game, Seat.BLUE, outage, day(6)) == 4
    assert days_lost(arrived(game, 5), Seat.BLUE, outage, day(6)) == 0
    assert days_lost(awaited(game, day(6)), Seat.BLUE, outage, day(6)) == 0


@pytest.mark.article("7.1")
def test_the_ledger_says_why_time_runs_from_a_later_day() -> None:
    """The time log shows when late sheets were sent and when they arrived."""
    opened = started()
    game = begin(opened)
    late = arrival(game, day(3), noon(3))
    (_, _, entry) = ledger([opened, *late])

    assert (entry.change, entry.seat, entry.days) == (DaysChange.ARRIVED, Seat.RED, 0)
    assert (entry.since, entry.on, entry.article) == (day(0), day(3), "7.1")


def test_the_auditor_finds_an_arrival_that_cannot_be() -> None:
    """The audit finds an arrival of other sheets, or with a wrong day of sending."""
    opened = started()
    wrong = SheetsArrived(at=noon(3), by=Seat.BLUE, move=1, sent=day(2), on=day(3))

    known = audit([opened])
    lines = audit([opened, wrong])[len(known) :]

    assert [line.split(":")[1].strip() for line in lines] == ["by", "move", "sent"]
    assert audit([opened, *arrival(begin(opened), day(3), noon(3))]) == known


@dataclass(frozen=True, slots=True)
class Sent:
    """A turn with its true times, to the minute."""

    by: Seat
    there: datetime
    """When the sheets lay in the player's chat; if they answered before, when they answered."""
    typed: datetime
    charged: int


@st.composite
def schedules(draw: st.DrawFn) -> list[tuple[int, int, int]]:
    """Draw turns: minutes of thinking, of hesitation before the press, and of delivery.

    Delivery takes a moment, hours of a short outage, or days of a long one. The minutes of thinking
    count from the last move, because the player may see the board before the sheets arrive.
    """
    way = st.one_of(st.integers(0, 2), st.integers(0, 60 * 23), st.integers(0, 60 * 24 * 6))
    turn = st.tuples(st.integers(1, 60 * 24 * 9), st.integers(0, 59), way)
    return draw(st.lists(turn, min_size=1, max_size=3))


def played(schedule: list[tuple[int, int, int]]) -> Iterator[tuple[list[Event], Sent]]:
    """Yield the log and each turn's true times, as the bot plays this schedule."""
    log: list[Event] = [started()]
    game, now = replay(log), noon()
    there: datetime | None = now
    for thinking, pressing, way in schedule:
        typed = now + timedelta(minutes=thinking)
        pressed = typed + timedelta(minutes=pressing)
        if there is not None and there <= pressed:
            late = arrival(game, there.astimezone(THERE).date(), there)
        else:  # they answer before it is noted that Telegram took their sheets
            there = typed
            late = arrival(game, typed.astimezone(THERE).date(), pressed)
        for event in late:
            game = evolve(game, event)
            log.append(event)
        (moved,) = decide(game, Pass(by=game.turn), typed, ANY_WORD)
        assert isinstance(moved, Passed)
        game = evolve(game, moved)
        log.append(moved)
        yield list(log), Sent(moved.by, there, typed, moved.days)
        now, there = pressed, pressed + timedelta(minutes=way)


def days_with_the_sheet(turn: Sent) -> int:
    """Return the number of full days on which the sheet was there without an answer."""
    found = 0
    midnight = datetime.combine(turn.there.astimezone(THERE).date(), datetime.min.time(), THERE)
    while midnight.astimezone(UTC) <= turn.typed:
        following = midnight + timedelta(days=1)
        began, ended = midnight.astimezone(UTC), following.astimezone(UTC)
        found += turn.there < began and ended <= turn.typed
        midnight = following
    return found


@pytest.mark.article("7.1")
@given(schedules())
def test_nobody_is_charged_a_day_before_the_sheet_was_there(
    schedule: list[tuple[int, int, int]],
) -> None:
    """Only days on which the sheet was there all day are charged, at any times."""
    for log, turn in played(schedule):
        assert turn.charged == days_with_the_sheet(turn)
        assert audit(log) == audit(log[:1])
        game = replay(log)
        assert game.stage is Stage.RUNNING
        own = [entry for entry in ledger(log) if entry.seat is turn.by]
        assert own[-1].left == game.allowance(turn.by) - game.side(turn.by).days


@pytest.mark.article("7.1")
def test_an_arrival_before_the_turn_began_moves_nothing() -> None:
    """It is noted, and the turn still begins on the day of the sheets that came later."""
    late = arrived(game_after("H7 CASA"), 5)
    early = SheetsArrived(at=noon(6), by=Seat.BLUE, move=1, sent=day(0), on=day(3))

    after = evolve(late, early)

    assert (after.received, after.arrivals) == (late.received, late.arrivals)
    assert after.log[-1].event == early
