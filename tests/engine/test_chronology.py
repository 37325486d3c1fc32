"""No event of a log lies before the one that it follows."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.chronology import WAITED, backward_steps
from engine.folding import Recorded
from engine.games.commands import Pass
from engine.games.decide import decide
from engine.games.events import (
    InterruptionProposed,
    Passed,
    TimeExceeded,
    WordQueried,
)
from engine.games.fold import evolve
from engine.ids import Seat
from engine.placement import EVERY_WORD
from tests.builders import game_after

NOON = datetime(2025, 5, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def passed(at: datetime, **more: Any) -> Passed:
    """Return a pass at that instant."""
    day = at.date()
    return Passed(at=at, by=Seat.RED, round=1, received=day, sent=day, days=0, **more)


def proposed(at: datetime) -> InterruptionProposed:
    """Return an event that is no move."""
    return InterruptionProposed(at=at, by=Seat.RED)


def at_once(event: Any) -> Recorded[Any]:
    """Return the event as recorded at its own instant."""
    return Recorded(event=event, at=event.at)


@pytest.mark.article("7.1")
@pytest.mark.parametrize("kind", [passed, proposed])
def test_an_event_recorded_before_the_one_that_it_follows_is_found(
    kind: Callable[[datetime], Any],
) -> None:
    """A clock three hours slow is named with both instants."""
    log = [at_once(passed(NOON)), at_once(kind(NOON - 3 * HOUR)), at_once(kind(NOON + HOUR))]

    ((number, detail),) = backward_steps(log)
    assert number == 2
    assert ("2025-05-03 09:00:00" in detail, "2025-05-03 12:00:00" in detail) == (True, True)


def test_an_event_dated_after_its_recording_is_found() -> None:
    """Nobody acts later than the program records it."""
    log = [Recorded(event=proposed(NOON + HOUR), at=NOON)]

    ((number, detail),) = backward_steps(log)
    assert (number, "13:00:00" in detail, "12:00:00" in detail) == (1, True, True)


def test_a_move_dated_before_the_move_that_it_answers_is_found() -> None:
    """Also if it was recorded in order."""
    early = Recorded(event=passed(NOON - MINUTE), at=NOON + HOUR)

    ((number, detail),) = backward_steps([at_once(passed(NOON)), early])
    assert (number, "the move before" in detail) == (2, True)


def test_only_a_message_that_waited_at_telegram_is_dated_before_another_event() -> None:
    """It waits a day and an hour at most; a move's preview waits through any outage."""
    first = Recorded(event=proposed(NOON), at=NOON)

    for waited, found in ((WAITED, 0), (WAITED + MINUTE, 1)):
        later = Recorded(event=proposed(NOON - MINUTE), at=NOON - MINUTE + waited)
        assert len(backward_steps([first, later])) == found
    move = Recorded(event=passed(NOON - MINUTE), at=NOON + 3 * WAITED)
    assert backward_steps([first, move]) == ()


def test_what_is_imported_has_its_own_dates() -> None:
    """The seeds are drawn at the import, before results of years ago."""
    dated = (NOON - 9 * WAITED, NOON, NOON - 5 * WAITED)
    imported = [Recorded(event=proposed(at), at=NOON) for at in dated]

    assert backward_steps(imported) == ()
    again = Recorded(event=proposed(dated[2] - HOUR), at=NOON + HOUR)
    assert len(backward_steps([*imported, again])) == 1


@pytest.mark.article("9.6")
def test_a_paper_sheet_may_be_older_than_anything_since() -> None:
    """The player sent it in time, and it is entered after the time was exceeded."""
    exceeded = TimeExceeded(at=NOON, by=Seat.RED, days=31)
    sheet = Recorded(event=passed(NOON - 48 * HOUR, entered_by=2), at=NOON + HOUR)

    assert backward_steps([at_once(exceeded), sheet]) == ()


@pytest.mark.article("7.2", "9.6")
def test_the_time_that_a_paper_sheet_exceeded_has_the_date_of_the_sheet() -> None:
    """It is found with the sheet, after an event that is younger than both."""
    day, at = NOON - 48 * HOUR, NOON + HOUR
    exceeded = Recorded(event=TimeExceeded(at=day, by=Seat.RED, days=31), at=at)
    sheet = Recorded(event=passed(day, entered_by=2), at=at)

    assert backward_steps([at_once(proposed(NOON)), exceeded, sheet]) == ()
    assert len(backward_steps([at_once(proposed(NOON)), exceeded])) == 1


@pytest.mark.article("5.3")
def test_an_accepted_word_counts_from_the_question() -> None:
    """Its placement is dated as typed or as asked, after everything that happened meanwhile."""
    asked = WordQueried(at=NOON, by=Seat.RED, case="K", typed=NOON - MINUTE)
    plain = WordQueried(at=NOON, by=Seat.RED, case="K")
    since = at_once(passed(NOON + 30 * HOUR))

    for question, dated in ((asked, NOON), (asked, NOON - MINUTE), (plain, NOON)):
        made = Recorded(event=passed(dated), at=NOON + 90 * HOUR)
        assert backward_steps([at_once(question), since, made]) == ()


def test_an_event_that_a_ruling_repeats_keeps_its_date() -> None:
    """The end of a game follows again after the word was accepted (art. 9.1)."""
    again = Recorded(event=proposed(NOON), at=NOON + 90 * HOUR)

    assert backward_steps([at_once(proposed(NOON)), at_once(passed(NOON + HOUR)), again]) == ()


@pytest.mark.article("7.1")
def test_a_move_is_never_dated_before_the_move_that_it_answers() -> None:
    """Two machines' clocks may differ by seconds."""
    game = game_after("H7 CASA")
    first = game.moves[-1]
    (answer,) = decide(game, Pass(by=game.turn), first.at - timedelta(seconds=2), EVERY_WORD)

    assert isinstance(answer, Passed)
    assert answer.at == first.at
    assert evolve(game, answer).moves[-1].days == 0
