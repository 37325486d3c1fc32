"""The next due dates of a running game."""

from dataclasses import replace
from datetime import date, timedelta
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.commands import CheckTime, Resign
from engine.games.deadlines import (
    Deadline,
    Due,
    counted_on,
    days_after,
    days_left,
    days_silent,
    deadlines,
    exceeded_since,
    is_silent,
    last_day,
    left_seat,
    silent_seat,
)
from engine.games.decide import decide
from engine.games.fold import evolve
from engine.games.orders import take_seat
from engine.games.queries import query
from engine.ids import PersonId, Seat
from engine.rulesets import NATIONAL_2025, RULESETS
from engine.thinking_time import LeavePeriod
from tests.builders import START, ask, game_after, noon, on_leave, play


def dates(kind: Deadline, after: date = START - timedelta(days=1)) -> list[date]:
    """Return the dates of that kind in a game before its first move."""
    return [due.on for due in deadlines(game_after(), after) if due.kind is kind]


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("moves", "seat", "silence"),
    [((), Seat.RED, Deadline.NOT_OPENED), (("H8 CASA",), Seat.BLUE, Deadline.RESEND)],
)
def test_a_fresh_turn_has_all_its_dates(
    moves: tuple[str, ...], seat: Seat, silence: Deadline
) -> None:
    """A turn with 30 days left has a reminder, a warning, two steps of silence and an end."""
    assert set(deadlines(game_after(*moves), START)) == {
        Due(Deadline.YOUR_TURN, day(1), seat),
        Due(silence, day(5), seat),
        Due(Deadline.DOSSIER, day(10), seat),
        Due(Deadline.DAYS_LEFT, day(21), seat, 10),
        Due(Deadline.TIME_EXCEEDED, day(32), seat),
    }


def test_a_turn_is_called_to_mind_the_next_day_and_every_third_day_after() -> None:
    """A turn is reminded on days 1, 4, 7 and 10, and a later query gets the next of them."""
    assert [dates(Deadline.YOUR_TURN, day(number))[0] for number in range(-4, 9)] == [
        *(day(1) for _ in range(-4, 1)),
        *(day(4) for _ in (1, 2, 3)),
        *(day(7) for _ in (4, 5, 6)),
        *(day(10) for _ in (7, 8)),
    ]


@pytest.mark.article("7.2")
@pytest.mark.parametrize(
    ("moves", "first", "on"),
    [((), Deadline.NOT_OPENED, 4), (("H8 CASA",), Deadline.RESEND, 3)],
)
def test_the_steps_of_silence_are_those_of_the_ruleset(
    moves: tuple[str, ...], first: Deadline, on: int
) -> None:
    """The ruleset sets the days of silence for an opening and for an answer."""
    rules = replace(NATIONAL_2025, opening_days=4, resend_days=3, dossier_days=6)
    found = {due.kind: due.on for due in deadlines(game_after(*moves, rules=rules), START)}

    assert (found[first], found[Deadline.DOSSIER]) == (day(on), day(on + 6))


@pytest.mark.article("7.1")
def test_warnings_count_from_the_players_own_days_left() -> None:
    """Warnings count the player's own days left, with granted and used days."""
    game = play(game_after(), "H8 CASA", "PAS", at=noon(21))
    game = replace(game, red=replace(game.red, granted=3))
    found = set(deadlines(game, day(21)))

    assert game.red.days == 20
    assert days_left(game, Seat.RED, day(21)) == 13
    assert Due(Deadline.DAYS_LEFT, day(25), Seat.RED, 10) in found
    assert Due(Deadline.TIME_EXCEEDED, day(36), Seat.RED) in found


@pytest.mark.article("7.1")
def test_days_that_a_player_begins_with_are_no_news() -> None:
    """A player who starts a turn with 10 days left is first warned at 5."""
    game = play(game_after(), "H8 CASA", "PAS", at=noon(21))

    assert days_left(game, Seat.RED, day(21)) == 10
    assert Due(Deadline.DAYS_LEFT, day(27), Seat.RED, 5) in deadlines(game, day(20))


@pytest.mark.article("7.2")
def test_blue_is_reminded_that_red_has_not_opened_after_five_days() -> None:
    """If Red does not open, Blue is reminded after 5 days, and the case file follows 5 later."""
    assert dates(Deadline.NOT_OPENED) == [START + timedelta(days=5)]
    assert dates(Deadline.DOSSIER) == [START + timedelta(days=10)]
    assert dates(Deadline.RESEND) == []


@pytest.mark.article("7.2")
def test_after_a_placement_the_sheets_go_out_again_on_the_fifth_day() -> None:
    """After 5 days of silence the sheets are sent again, and after 10 comes the case file."""
    game = play(game_after(), "H8 CASA", at=noon(2))
    found = {due.kind: due.on for due in deadlines(game, START + timedelta(days=2))}

    assert found[Deadline.RESEND] == START + timedelta(days=7)
    assert found[Deadline.DOSSIER] == START + timedelta(days=12)


@pytest.mark.article("7.2")
def test_nobody_on_leave_is_called_silent() -> None:
    """Days of leave do not count as silence."""
    leave = LeavePeriod(START + timedelta(days=2), START + timedelta(days=4))
    game = on_leave(game_after(), Seat.RED, leave)
    found = {due.kind: due.on for due in deadlines(game, START)}

    assert found[Deadline.NOT_OPENED] == START + timedelta(days=8)
    assert found[Deadline.LEAVE_BEGINS] == leave.first
    assert found[Deadline.LEAVE_ENDS] == leave.last + timedelta(days=1)


@pytest.mark.article("7.1")
@given(
    waited=st.integers(1, 30),
    leave=st.tuples(st.integers(1, 20), st.integers(0, 9)),
)
def test_days_of_silence_are_those_without_leave(waited: int, leave: tuple[int, int]) -> None:
    """The days of silence are the days since the last move, without days of leave."""
    first = START + timedelta(days=leave[0])
    period = LeavePeriod(first, first + timedelta(days=leave[1]))
    game = on_leave(game_after("H7 CASA"), Seat.BLUE, period)

    day = days_after(game, waited)

    assert days_silent(game, day) == waited
    assert days_silent(game, day - timedelta(days=1)) == waited - 1
    assert days_silent(game, START) == 0
    assert is_silent(game, day) == (waited >= 10)


def test_warnings_come_when_10_5_2_1_days_and_the_last_day_are_reached() -> None:
    """Each warning is on the first day with that many days left."""
    game, today, found = game_after(), START, {}
    while True:
        coming = [d for d in deadlines(game, today) if d.kind is Deadline.DAYS_LEFT]
        if not coming:
            break
        today = coming[0].on
        found[coming[0].days_left] = today
        assert days_left(game, Seat.RED, today) == coming[0].days_left

    assert list(found) == [10, 5, 2, 1, 0]
    assert found[0] == last_day(game)


@given(st.integers(0, 60))
def test_time_is_found_exceeded_exactly_after_the_last_day(days: int) -> None:
    """A check on the last day finds nothing, and one a day later finds exceeded time."""
    game = game_after()
    exceeded = bool(ask(game, CheckTime(), at=noon(days)))

    assert exceeded is (START + timedelta(days=days) > last_day(game))


@given(st.integers(-1, 50))
def test_every_deadline_lies_ahead(days: int) -> None:
    """Only future dates are returned, so that no date is processed twice."""
    after = START + timedelta(days=days)

    assert all(due.on > after for due in deadlines(game_after("H8 CASA"), after))


def test_a_game_that_is_over_owes_nothing() -> None:
    """A finished game has no reminder."""
    over = play(game_after("H8 CASA"), Resign(by=Seat.RED))

    assert deadlines(over, START) == ()


@pytest.mark.article("7.2")
@given(st.integers(0, 60))
def test_days_past_the_last_wait_for_the_arbiter_with_the_placement(days: int) -> None:
    """During a query the days left are never below 0; without a query they go below."""
    game, day = game_after(), START + timedelta(days=days)
    waits = replace(game, query="K1", asked=START)
    assert days_left(waits, waits.turn, counted_on(waits, day)) == max(
        0, days_left(game, game.turn, day)
    )
    assert counted_on(game, day) == day


def test_exceeded_time_is_found_once() -> None:
    """Once time is exceeded, no further day is set for it."""
    late = START + timedelta(days=40)
    fallen = play(game_after(), CheckTime(), at=noon(40))

    assert fallen.red.told_late
    assert Deadline.TIME_EXCEEDED not in {due.kind for due in deadlines(fallen, late)}


@pytest.mark.article("7.1")
def test_time_that_was_not_looked_at_is_looked_at_the_next_day() -> None:
    """After an outage the time is checked on the next day."""
    assert dates(Deadline.TIME_EXCEEDED, day(31)) == [day(32)]
    assert dates(Deadline.TIME_EXCEEDED, day(50)) == [day(51)]


@pytest.mark.article("7.2")
def test_both_are_notified_when_either_leaves_and_returns() -> None:
    """Both players are notified once on the first day of leave and once on the day after it."""
    first, second = LeavePeriod(day(2), day(4)), LeavePeriod(day(8), day(8))
    game = on_leave(game_after(), Seat.BLUE, first, second)

    def leave_deadlines(after: date) -> set[Due]:
        return {due for due in deadlines(game, after) if due.kind.value.startswith("leave")}

    begins, ends = Deadline.LEAVE_BEGINS, Deadline.LEAVE_ENDS
    assert leave_deadlines(day(1)) == {Due(begins, day(2), Seat.BLUE), Due(ends, day(5), Seat.BLUE)}
    assert leave_deadlines(day(2)) == {Due(begins, day(8), Seat.BLUE), Due(ends, day(5), Seat.BLUE)}
    assert leave_deadlines(day(4)) == {Due(begins, day(8), Seat.BLUE), Due(ends, day(5), Seat.BLUE)}
    assert leave_deadlines(day(5)) == {Due(begins, day(8), Seat.BLUE), Due(ends, day(9), Seat.BLUE)}
    assert leave_deadlines(day(9)) == set()


@pytest.mark.article("7.2")
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9)), max_size=4), st.integers(0, 70))
def test_a_player_is_on_leave_on_the_days_they_have_announced(
    periods: list[tuple[int, int]], at: int
) -> None:
    """A player is on leave from the first to the last day of a period, both included."""
    leave = tuple(LeavePeriod(day(first), day(first + more)) for first, more in periods)
    side = replace(game_after().red, leave=leave)

    found = side.leave_on(day(at))

    assert (found is not None) == (day(at) in {each for one in leave for each in one.dates})
    assert found is None or day(at) in found.dates


@pytest.mark.article("7.1", "7.2")
@given(
    st.integers(0, 32),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9)), max_size=3),
    st.integers(-1, 60),
)
def test_a_warning_comes_on_the_first_day_that_has_so_few_left(
    used: int, periods: list[tuple[int, int]], after: int
) -> None:
    """The day of each warning equals a count day by day, with any days used and leave."""
    game = game_after()
    leave = tuple(LeavePeriod(day(first), day(first + more)) for first, more in periods)
    game = replace(game, red=replace(game.red, days=used, leave=leave))
    left = [days_left(game, Seat.RED, day(number)) for number in range(120)]
    reached = {
        next(number for number, each in enumerate(left) if each <= few): few
        for few in (10, 5, 2, 1, 0)
        if few < left[0]
    }
    coming = min((number for number in reached if number > after), default=None)

    found = [due for due in deadlines(game, day(after)) if due.kind is Deadline.DAYS_LEFT]

    wanted = Due(Deadline.DAYS_LEFT, day(coming or 0), Seat.RED, reached.get(coming or 0, 0))
    assert found == ([] if coming is None else [wanted])


@pytest.mark.article("7.2")
def test_a_silence_is_the_arbiters_to_judge_from_the_day_of_its_file() -> None:
    """A silence is the arbiter's after ten days, but not after the end or during a query."""
    game = game_after("H8 CASA")
    short = {"sequence": "CASAETN" + "AEIOUR", "rules": RULESETS["cn-2025-partner"]}
    last = game_after("H4 CASAETN", **short)  # type: ignore[arg-type]  # each its own
    asked = game
    for event in query(game, Seat.BLUE, "TEST/1#1", noon(2)):
        asked = evolve(asked, event)

    assert [is_silent(game, day(number)) for number in (9, 10, 11)] == [False, True, True]
    assert last.waits_for_acceptance
    for other in (play(game, Resign(by=Seat.RED)), asked, last):
        assert not is_silent(other, day(40))


@pytest.mark.article("7.2")
def test_no_day_of_leave_is_a_day_of_silence_of_the_player_to_move() -> None:
    """Only the leave of the player to move interrupts their silence."""
    away = LeavePeriod(day(3), day(5))
    game = on_leave(game_after(), Seat.RED, away)

    assert days_silent(game, day(9)) == 9 - 3
    assert days_silent(play(game, "H8 CASA"), day(9)) == 9


@pytest.mark.article("7.1", "7.2", "9.4")
@given(st.integers(0, 60), st.integers(0, 60))
def test_every_clock_stops_at_the_closing(closes: int, later: int) -> None:
    """Days used, silence and exceeded time do not change after the closing date."""
    game = game_after("H8 CASA")
    closed = replace(game, closing=day(closes))
    on, end = day(closes + later), day(closes)

    assert days_left(closed, Seat.BLUE, on) == days_left(game, Seat.BLUE, end)
    assert days_silent(closed, on) == days_silent(game, end)
    assert is_silent(closed, on) == is_silent(game, end)
    assert counted_on(closed, on) == end
    found = decide(closed, CheckTime(), noon(closes + later + 1), ())
    assert bool(found) == (days_left(game, Seat.BLUE, end) < 0)


@pytest.mark.article("7.2", "9.1")
@pytest.mark.parametrize("seat", list(Seat))
def test_opposite_a_free_seat_nobody_is_silent(seat: Seat) -> None:
    """A free seat delays the game at every turn, from the fifth day after it came free."""
    game = game_after("H7 CASA")
    order = take_seat(game, noon(2), seat, PersonId(77), is_free=True)
    free = reduce(evolve, order, game)
    kinds = {due.kind for due in deadlines(free, free.received)}

    assert silent_seat(free) is seat
    assert not kinds & {Deadline.RESEND, Deadline.NOT_OPENED, Deadline.DOSSIER}
    assert not is_silent(free, free.received + timedelta(days=6))
    assert is_silent(free, free.received + timedelta(days=7))
    back = reduce(evolve, take_seat(free, noon(3), seat, PersonId(78)), free)
    assert (left_seat(back), silent_seat(back)) == (None, back.turn)


@pytest.mark.article("7.2")
def test_the_day_on_which_the_time_was_exceeded_is_known_in_every_turn() -> None:
    """In the present turn it follows the last day; in an earlier one it is that turn's last."""
    game = game_after("H7 CASA")
    over = last_day(game) + timedelta(days=1)
    late = play(game, "I8 STIRE", at=noon(60))

    assert exceeded_since(game, Seat.BLUE, last_day(game)) is None
    assert exceeded_since(game, Seat.BLUE, day(90)) == over
    assert exceeded_since(game, Seat.RED, day(90)) is None
    assert exceeded_since(late, Seat.BLUE, day(90)) == day(60)
