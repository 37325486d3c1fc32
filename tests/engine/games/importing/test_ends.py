"""An imported game ends as it is stated, or the importer says why it cannot."""

import pytest

from engine.games.events import Ending
from engine.games.importing import (
    StatedEnd,
    StatedTurn,
)
from engine.ids import Seat
from tests.builders import PARTNER_RULES, START
from tests.builders import noon as noon_after
from tests.engine.games.importing.stated import (
    CASA,
    STIRE,
    TIN,
    TODAY,
    ended,
    faults_of,
    filled,
    grant,
    imported,
    lines,
    turn,
)


@pytest.mark.article("4.3", "5.2")
def test_a_last_placement_ends_the_game_when_it_was_accepted() -> None:
    """Blue gets the value of Red's tiles; without a stated end the acceptance is missing."""
    played_out = ended(Ending.PLAYED_OUT, on=3)
    at_once = imported(*filled(), end=ended(Ending.PLAYED_OUT))
    accepted = imported(*filled(), end=played_out, rules=PARTNER_RULES)
    waiting = imported(*filled(), rules=PARTNER_RULES)

    for found, on in ((at_once, 0), (accepted, 3)):
        over = found.game.ended
        assert lines(found.faults) == []
        assert over is not None
        assert (over.ending, over.at, over.by) == (Ending.PLAYED_OUT, noon_after(on), Seat.BLUE)
        assert (over.blue_adjustment, over.red_adjustment) == (5, -5)
    assert lines(waiting.faults) == ["1 ending: import_accepted (art. 5.2)"]
    assert waiting.game.ended is None


@pytest.mark.article("4.3")
def test_an_end_by_the_last_move_is_the_end_of_the_game() -> None:
    """Four passes end the game, stated or not; any other end is refused."""
    passes = [turn(row, "PAS") for row in (2, 3, 4, 5)]

    assert faults_of(*passes) == []
    assert faults_of(*passes, end=ended(Ending.PASSES)) == []
    assert faults_of(*passes, end=ended(Ending.ABANDONED)) == [
        "8 ending: import_over_already (art. 4.3)"
    ]
    assert faults_of(CASA, STIRE, end=ended(Ending.PLAYED_OUT)) == [
        "8 ending: import_not_over (art. 4.3) left=77"
    ]


@pytest.mark.article("9.1", "9.2")
@pytest.mark.parametrize(
    ("stated", "by"),
    [
        pytest.param(ended(Ending.ABANDONED, on=6, by=Seat.RED), Seat.RED, id="Red resigned"),
        pytest.param(ended(Ending.ABANDONED, on=6), Seat.BLUE, id="the player to move resigned"),
        pytest.param(ended(Ending.INTERRUPTED, on=6), None, id="ended early"),
        pytest.param(ended(Ending.TIME, on=36), Seat.BLUE, id="out of time"),
    ],
)
def test_a_game_ends_as_its_players_ended_it(stated: StatedEnd, by: Seat | None) -> None:
    """Resignation, time and early end are imported with their day and their player."""
    found = imported(CASA, STIRE, TIN, end=stated)

    over = found.game.ended
    assert lines(found.faults) == []
    assert over is not None
    assert stated.on is not None
    assert (over.ending, over.by) == (stated.ending, by)
    assert over.at == noon_after((stated.on - START).days)
    assert (found.game.red.score, found.game.blue.score) == (24, 13)


def test_an_end_without_a_day_was_on_the_day_of_the_last_move() -> None:
    """A resignation without a day has the day on which the last move was sent."""
    found = imported(CASA, STIRE, TIN, end=ended(Ending.ABANDONED))

    assert found.game.ended is not None
    assert found.game.ended.at == noon_after(4)


@pytest.mark.article("7.1", "7.2", "9.1", "9.2")
@pytest.mark.parametrize(
    ("turns", "stated", "fault"),
    [
        pytest.param(
            [CASA, STIRE],
            ended(Ending.ABANDONED, on=0),
            "ended: import_end_day (art. 7.1) ended=2025-05-01 first=2025-05-02",
            id="before the last move",
        ),
        pytest.param(
            [CASA, STIRE],
            ended(Ending.ABANDONED, on=TODAY + 1),
            "ended: import_end_day (art. 7.1) ended=2025-07-01 first=2025-05-02",
            id="a future day",
        ),
        pytest.param(
            [CASA, STIRE, TIN],
            ended(Ending.TIME, on=35),
            "ending: time_not_exceeded (art. 7.2)",
            id="within the time",
        ),
        pytest.param(
            [CASA],
            ended(Ending.INTERRUPTED),
            "ending: interruption_too_early (art. 9.2)",
            id="ended early before a round",
        ),
    ],
)
def test_an_impossible_end_is_named(turns: list[StatedTurn], stated: StatedEnd, fault: str) -> None:
    """The fault names the row of the end, and the game is still running."""
    found = imported(*turns, end=stated)

    assert lines(found.faults) == [f"8 {fault}"]
    assert found.game.ended is None


@pytest.mark.article("7.2")
def test_days_that_the_arbiter_gave_put_off_the_end_of_the_time() -> None:
    """One granted day makes a loss on time impossible that was due on the same day."""
    late = ended(Ending.TIME, on=36)

    assert imported(CASA, STIRE, TIN, end=late).game.ended is not None
    found = imported(CASA, STIRE, TIN, end=late, grants=[grant(1, 10)])
    assert lines(found.faults) == ["8 ending: time_not_exceeded (art. 7.2)"]


@pytest.mark.article("9.1")
@pytest.mark.parametrize(
    ("turns", "ending", "fault"),
    [
        pytest.param([CASA], Ending.NO_SHOW, None, id="never answered"),
        pytest.param([], Ending.NO_SHOW, None, id="never began"),
        pytest.param([CASA], Ending.ABANDONED, "import_never_moved", id="no move to resign after"),
        pytest.param([CASA, STIRE], Ending.NO_SHOW, "import_has_moved", id="had moved"),
    ],
)
def test_only_a_player_who_never_moved_is_a_no_show(
    turns: list[StatedTurn], ending: Ending, fault: str | None
) -> None:
    """Stating a no-show after a move, or a resignation before any, is a fault."""
    faults = [] if fault is None else [f"8 ending: {fault} (art. 9.1)"]

    assert faults_of(*turns, end=ended(ending, on=9)) == faults
