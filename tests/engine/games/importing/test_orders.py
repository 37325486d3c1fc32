"""Grants, returns and restorations of an imported game follow the rules."""

from dataclasses import replace

import pytest

from engine.games.events import PlacementReturned
from engine.games.importing import (
    StatedGrant,
    StatedTurn,
)
from engine.games.ruling_events import TimeGranted
from engine.ids import Seat
from tests.builders import ANY_WORD, ARBITER, PARTNER_RULES
from tests.builders import noon as noon_after
from tests.engine.games.importing.stated import (
    CASA,
    STIRE,
    TIN,
    TODAY,
    day,
    faults_of,
    filled,
    grant,
    imported,
    lines,
    points_of,
    turn,
)


@pytest.mark.article("7.2")
def test_the_days_that_the_arbiter_gave_are_imported_in_their_order() -> None:
    """Grants come between the turns of their days, and those after the last turn at the end."""
    found = imported(CASA, STIRE, TIN, grants=(grant(3, 20), grant(-2, 3), grant(5, 1)))

    assert lines(found.faults) == []
    assert [getattr(event, "days", None) for event in found.events] == [None, 0, 5, 0, -2, 2, 3]
    assert [type(event).__name__ for event in found.events][2] == "TimeGranted"
    assert found.game.allowance(Seat.BLUE) == 30 + 5 - 2 + 3
    last = found.events[-1]
    assert isinstance(last, TimeGranted)
    assert (last.at, last.arbiter, last.reason) == (noon_after(20), ARBITER, "Boală")


@pytest.mark.article("7.2")
@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        pytest.param(
            grant(5, -1),
            "9 on: import_ruling_day (art. 7.2) on=2025-04-30 first=2025-05-01",
            id="before the start",
        ),
        pytest.param(
            grant(5, TODAY + 1),
            "9 on: import_ruling_day (art. 7.2) on=2025-07-01 first=2025-05-01",
            id="a future day",
        ),
        pytest.param(
            grant(0, 2),
            "9 value: grant_out_of_range (art. 7.2) days=0 least=0 most=60",
            id="no days",
        ),
    ],
)
def test_an_impossible_grant_is_named(stated: StatedGrant, fault: str) -> None:
    """The grant gives no day, its row is named, and the other grants and turns are imported."""
    found = imported(CASA, STIRE, replace(TIN, total=1), grants=(stated, grant(7, 2, row=10)))

    assert set(lines(found.faults)) == {
        fault,
        "4 total: import_total (art. 4.2) stated=1 right=24",
    }
    assert found.game.blue.granted == 7


@pytest.mark.article("5.2", "7.1")
def test_a_placement_that_was_returned_is_taken_back() -> None:
    """The author moves again, and the opponent used the days until the return."""
    back = replace(CASA, returned=day(4))
    found = imported(back, turn(3, "H7 CAS", 5), lexicon={"CAS"}, rules=PARTNER_RULES)

    assert lines(found.faults) == []
    assert points_of(found.game) == [6]
    assert found.game.blue.days == 3
    ((_, event),) = found.game.returned
    assert (event.on, event.at, event.words) == (day(4), noon_after(4), ("CASA",))


@pytest.mark.article("5.2")
def test_a_return_names_the_words_that_are_not_in_the_list() -> None:
    """Only unlisted words were objected to; all of them if every word is in the list."""
    back = replace(STIRE, returned=day(2))
    for lexicon, words in (
        ({"CASA", "AS", "AI"}, ("STIRE", "ST")),
        (ANY_WORD, ("STIRE", "AS", "ST", "AI")),
    ):
        found = imported(CASA, back, lexicon=lexicon, rules=PARTNER_RULES)
        event = found.events[-1]
        assert isinstance(event, PlacementReturned)
        assert event.words == words
        assert lines(found.faults) == []


@pytest.mark.article("5.3")
def test_a_placement_that_the_arbiter_restored_counts() -> None:
    """A restored placement counts again, and the opponent's time runs from the ruling."""
    found = imported(
        replace(CASA, returned=day(4), restored=day(6)), turn(3, "I8 STIRE", 8), lexicon=ANY_WORD
    )

    assert lines(found.faults) == []
    assert points_of(found.game) == [8, 13]
    assert (found.game.moves[1].received, found.game.moves[1].days) == (day(6), 1)
    assert found.game.blue.days == 3 + 1


@pytest.mark.article("5.2", "5.3")
@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        pytest.param(
            replace(turn(2, "PAS"), returned=day(1)),
            "2 returned: nothing_to_return (art. 5.2)",
            id="a pass",
        ),
        pytest.param(
            replace(turn(2, "H7 CASA", 2), returned=day(1)),
            "2 returned: import_returned_day (art. 5.2) sent=2025-05-03",
            id="returned before it was sent",
        ),
        pytest.param(
            replace(CASA, returned=day(TODAY + 1)),
            "2 returned: import_returned_day (art. 5.2) sent=2025-05-01",
            id="a future day",
        ),
        pytest.param(
            replace(CASA, returned=day(4), restored=day(3)),
            "2 returned: import_returned_day (art. 5.2) sent=2025-05-01",
            id="restored before it was returned",
        ),
    ],
)
def test_an_impossible_return_is_named(stated: StatedTurn, fault: str) -> None:
    """The fault is named, the move counts, and later turns cannot be checked."""
    found = imported(stated, turn(3, "A1 ZZZ", 9))

    assert lines(found.faults) == [fault]
    assert len(found.game.moves) == 1


@pytest.mark.article("5.2", "5.3")
def test_only_a_returned_placement_can_be_restored() -> None:
    """A restoration without a return is named, and the game is checked further."""
    assert faults_of(replace(CASA, restored=day(1)), replace(STIRE, total=1)) == [
        "2 restored: import_not_returned (art. 5.3)",
        "3 total: import_total (art. 4.2) stated=1 right=13",
    ]


@pytest.mark.article("4.3", "5.2")
def test_a_last_placement_that_ended_the_game_cannot_be_returned() -> None:
    """It can be returned where opponents check the words; its author then has the tiles again."""
    *turns, last = filled()
    back = replace(last, returned=day(2))

    assert faults_of(*turns, back) == ["15 returned: nothing_to_return (art. 5.2)"]
    found = imported(*turns, back, rules=PARTNER_RULES)
    assert lines(found.faults) == []
    assert (found.game.turn, len(found.game.blue.rack)) == (Seat.BLUE, 7)
