"""Moves entered from a player's sheet: validated like others, with possible stated dates."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.games.audit import audit
from engine.games.entry import StatedMove, date_faults, enter
from engine.games.events import Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025, WordPolicy
from engine.sequences.sequence import draw
from engine.thinking_time import day_of
from tests.builders import ANY_WORD, START, ask, game_after, noon, play, started

WRITER = PersonId(7)
ZONE = NATIONAL_2025.time_zone


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


def entered(
    game: Game, text: str, received: int, sent: int, now: int, *, seat: Seat = Seat.BLUE
) -> tuple[Event, ...]:
    """Return the events of the sheet's move, entered on the day `now`."""
    placement = None if text == "PAS" else parse_placement(text)
    stated = StatedMove(placement=placement, received=day(received), sent=day(sent))
    return enter(game, seat, stated, writer=WRITER, at=noon(now), lexicon=ANY_WORD)


@pytest.mark.article("9.6", "7.1")
def test_the_days_are_those_the_sheet_states() -> None:
    """An entered move has the days that the sheet states, and names its writer."""
    game = play(begin(started()), "H8 CASA")

    (move,) = entered(game, "I8 ARE", received=1, sent=4, now=11)

    assert isinstance(move, PlacementMade)
    assert (move.received, move.sent, move.days) == (day(1), day(4), 2)
    assert (move.entered_by, move.conditional) == (WRITER, False)
    assert day_of(move.at, ZONE) == day(4)
    (typed,) = ask(game, "I8 ARE", at=noon(4))
    assert isinstance(typed, PlacementMade)
    assert (typed.days, typed.entered_by) == (3, None)
    after = evolve(game, move)
    assert after.blue.days == 2
    assert after.received == day(4)


@pytest.mark.article("9.6")
def test_what_is_entered_on_the_stated_day_counts_from_that_very_moment() -> None:
    """A move entered on its stated day has that instant, never before the move it answers."""
    late = at_hour(noon(2), 20)
    game = play(begin(started()), "H8 CASA", at=late)
    (same_day,) = entered(game, "PAS", received=2, sent=2, now=5)
    (now,) = enter(
        game,
        Seat.BLUE,
        StatedMove(placement=None, received=day(2), sent=day(5)),
        writer=WRITER,
        at=noon(5),
        lexicon=ANY_WORD,
    )

    assert isinstance(same_day, Passed)
    assert same_day.at == late
    assert (now.at, same_day.entered_by) == (noon(5), WRITER)
    rules = replace(NATIONAL_2025, word_policy=WordPolicy.PARTNER)
    game = play(game_after(rules=rules), "H8 CASA")
    back = PlacementReturned(at=at_hour(noon(0), 22), by=Seat.BLUE, on=START, words=("CASA",))
    (again,) = entered(evolve(game, back), "PAS", received=0, sent=0, now=3, seat=Seat.RED)
    assert again.at == back.at
    (first,) = entered(begin(started()), "PAS", received=0, sent=1, now=3, seat=Seat.RED)
    assert day_of(first.at, ZONE) == day(1)


def at_hour(at: datetime, hour: int) -> datetime:
    """Return this hour of the day in Bucharest, in summer."""
    return at.replace(hour=hour - 3)


@pytest.mark.article("7.1", "9.6")
@given(st.integers(-2, 8), st.integers(-2, 8), st.integers(0, 8))
def test_only_possible_days_are_believed(received: int, sent: int, now: int) -> None:
    """Impossible days of arrival and sending are refused, all of them at once."""
    game = game_after("H8 CASA")
    possible = 0 <= received <= sent <= now
    stated = StatedMove(placement=None, received=day(received), sent=day(sent))

    faults = [fault.code for fault in date_faults(game, stated, day(now))]

    assert (faults == []) is possible
    assert ("entered_too_early" in faults) is (received < 0)
    assert ("sent_before_received" in faults) is (sent < received)
    assert ("entered_ahead" in faults) is (sent > now)
    if possible:
        (move,) = entered(game, "PAS", received, sent, now)
        assert isinstance(move, Passed)
        assert move.days == max(0, sent - received - 1)
    else:
        with pytest.raises(EngineError):
            entered(game, "PAS", received, sent, now)


@pytest.mark.article("9.4", "9.6")
def test_a_sheet_counts_if_it_was_sent_by_the_closing() -> None:
    """After the closing a sheet of its last day may still be entered, but no later sheet."""
    game = replace(game_after("H8 CASA"), closing=day(4))

    (move,) = entered(game, "PAS", received=0, sent=4, now=9)
    assert isinstance(move, Passed)
    assert move.days == 3
    with pytest.raises(EngineError, match="entered_after_closing"):
        entered(game, "PAS", received=0, sent=5, now=9)


@pytest.mark.article("9.6")
def test_nothing_is_entered_that_the_player_could_not_send() -> None:
    """No writer can enter a move out of turn or against the rules."""
    game = game_after("H8 CASA")

    with pytest.raises(EngineError, match="not_your_turn"):
        entered(game, "PAS", 0, 0, 0, seat=Seat.RED)
    with pytest.raises(EngineError, match="not_on_rack"):
        entered(game, "I8 ZZZ", 0, 0, 0)


def test_the_auditor_believes_what_the_sheet_stated_and_nothing_else() -> None:
    """The audit accepts stated days of an entered move, and recalculates those of others."""
    start = started(sequence=draw(bytes(32), NATIONAL_2025))
    game = begin(start)
    (first,) = ask(game, "PAS")
    (move,) = entered(evolve(game, first), "PAS", received=2, sent=5, now=9)
    assert isinstance(move, Passed)

    assert audit([start, first, move]) == ()
    assert audit([start, first, replace(move, entered_by=None)]) != ()
    assert audit([start, first, replace(move, days=1)]) != ()
