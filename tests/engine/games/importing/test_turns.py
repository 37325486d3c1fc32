"""Each turn of an imported game is checked: figures, colour, days and words."""

from dataclasses import replace

import pytest

from engine.games.events import Ending
from engine.games.game import Stage
from engine.games.importing import (
    StatedTurn,
)
from engine.ids import Seat
from tests.builders import PARTNER_RULES
from tests.engine.games.importing.stated import (
    CASA,
    NO_WORD,
    STIRE,
    TIN,
    TODAY,
    day,
    ended,
    faults_of,
    filled,
    imported,
    lines,
    points_of,
    turn,
)


@pytest.mark.article("4.2", "7.1")
@pytest.mark.parametrize(
    ("stated", "faults"),
    [
        pytest.param(replace(TIN, points=16, total=24, days=2, seat=Seat.RED), [], id="right"),
        pytest.param(
            replace(TIN, points=17),
            ["4 points: import_points (art. 4.2) stated=17 right=16"],
            id="points",
        ),
        pytest.param(
            replace(TIN, total=25),
            ["4 total: import_total (art. 4.2) stated=25 right=24"],
            id="total",
        ),
        pytest.param(
            replace(TIN, days=3), ["4 days: import_days (art. 7.1) stated=3 right=2"], id="days"
        ),
        pytest.param(
            replace(TIN, points=0, total=0, days=0),
            [
                "4 points: import_points (art. 4.2) stated=0 right=16",
                "4 total: import_total (art. 4.2) stated=0 right=24",
                "4 days: import_days (art. 7.1) stated=0 right=2",
            ],
            id="all at once",
        ),
    ],
)
def test_a_wrong_figure_is_named_with_the_right_one(stated: StatedTurn, faults: list[str]) -> None:
    """Each stated figure that differs is named, and the game has the right figures."""
    found = imported(CASA, STIRE, stated)

    assert lines(found.faults) == faults
    assert (found.game.red.score, found.game.red.days) == (24, 2)


@pytest.mark.article("1.4")
@pytest.mark.parametrize(("points", "is_right"), [(10, True), (66, True), (11, False)])
def test_points_may_be_stated_before_or_after_the_cap(points: int, is_right: bool) -> None:
    """Both the full points of a capped play and the cap itself are right."""
    found = imported(replace(turn(2, "H4 CASAETN"), points=points, total=10))

    wrong = [f"2 points: import_points (art. 4.2) stated={points} right=10"]
    assert lines(found.faults) == ([] if is_right else wrong)


@pytest.mark.article("4.3")
@pytest.mark.parametrize("first", ["H7 CASA", None])
def test_the_total_of_a_last_turn_is_without_the_end_adjustment(first: str | None) -> None:
    """The total of the pass that ends a game does not deduct the tiles left on the rack."""
    laid = [] if first is None else [turn(2, first)]
    right = 8 * len(laid)
    passes = [turn(row, "PAS") for row in (3, 4, 5)]

    found = imported(*laid, *passes, replace(turn(6, "PAS"), points=0, total=right))
    wrong = imported(*laid, *passes, replace(turn(6, "PAS"), total=right + 1))

    assert found.game.stage is Stage.ENDED
    last = found.game.moves[-1].by
    assert last is (Seat.BLUE if first is None else Seat.RED)
    assert found.game.side(last).score < right
    assert lines(found.faults) == []
    assert lines(wrong.faults) == [
        f"6 total: import_total (art. 4.2) stated={right + 1} right={right}"
    ]


@pytest.mark.article("4.1")
def test_a_turn_of_the_wrong_colour_is_named() -> None:
    """The fault names the player to move and the round, and the game is checked further."""
    turns = [replace(each, seat=Seat.BLUE, total=1) for each in (CASA, STIRE, TIN)]
    red = replace(turns[1], seat=Seat.RED)

    assert faults_of(turns[0], red, turns[2]) == [
        "2 colour: import_turn_red (art. 4.1) round=1",
        "2 total: import_total (art. 4.2) stated=1 right=8",
        "3 colour: import_turn_blue (art. 4.1) round=1",
        "3 total: import_total (art. 4.2) stated=1 right=13",
        "4 colour: import_turn_red (art. 4.1) round=2",
        "4 total: import_total (art. 4.2) stated=1 right=24",
    ]


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("received", "sent", "faults", "read"),
    [
        pytest.param(None, 4, [], (1, 4), id="arrived on the day of sending"),
        pytest.param(2, 4, [], (2, 4), id="arrived later"),
        pytest.param(
            0,
            4,
            ["4 received: entered_too_early (art. 7.1) received=2025-05-01 first=2025-05-02"],
            (1, 4),
            id="arrived before it was sent",
        ),
        pytest.param(
            6,
            4,
            ["4 sent: sent_before_received (art. 7.1) received=2025-05-07 sent=2025-05-05"],
            (6, 6),
            id="answered before it arrived",
        ),
        pytest.param(
            2,
            TODAY + 1,
            ["4 sent: entered_ahead (art. 7.1) sent=2025-07-01"],
            (2, TODAY),
            id="sent on a future day",
        ),
        pytest.param(
            TODAY + 2,
            TODAY + 1,
            [
                "4 sent: sent_before_received (art. 7.1) received=2025-07-02 sent=2025-07-01",
                "4 sent: entered_ahead (art. 7.1) sent=2025-07-01",
            ],
            (TODAY, TODAY),
            id="both days in the future",
        ),
    ],
)
def test_impossible_days_are_named_and_replaced(
    received: int | None, sent: int, faults: list[str], read: tuple[int, int]
) -> None:
    """The nearest possible days replace impossible ones, so that the game can be followed."""
    found = imported(CASA, STIRE, turn(4, "J8 TIN", sent, received=received))

    assert lines(found.faults) == faults
    last = found.game.moves[-1]
    assert (last.received, last.sent) == (day(read[0]), day(read[1]))
    assert points_of(found.game) == [8, 13, 16]


@pytest.mark.article("3.1")
def test_a_wrong_word_is_named_and_the_game_is_checked_further() -> None:
    """Every unlisted word is named, in the turn that formed it, and later figures are checked."""
    found = imported(CASA, STIRE, replace(TIN, total=1), lexicon={"CASA", "STIRE", "AS", "ST"})

    assert lines(found.faults) == [
        "3 placement: unknown_word (art. 3.1) word=AI",
        "4 placement: unknown_word (art. 3.1) word=TIN",
        "4 placement: unknown_word (art. 3.1) word=AST",
        "4 placement: unknown_word (art. 3.1) word=STI",
        "4 placement: unknown_word (art. 3.1) word=AIN",
        "4 total: import_total (art. 4.2) stated=1 right=24",
    ]
    assert len(found.game.moves) == 3


@pytest.mark.article("5.3")
def test_an_accepted_word_is_no_fault() -> None:
    """Words that counted are imported, in that turn alone."""
    assert faults_of(replace(CASA, is_accepted=True), lexicon=NO_WORD) == []
    assert faults_of(replace(CASA, is_accepted=True), turn(3, "I8 RE"), lexicon={"AS", "RE"}) == [
        "3 placement: unknown_word (art. 3.1) word=AR",
        "3 placement: unknown_word (art. 3.1) word=SE",
    ]


@pytest.mark.article("5.1")
@pytest.mark.parametrize("is_accepted", [False, True])
def test_after_a_move_off_the_board_nothing_can_be_checked(is_accepted: bool) -> None:
    """An impossible placement is named, and the game stops before it."""
    wrong = replace(turn(3, "I8 ZZZ", 1), is_accepted=is_accepted)
    found = imported(CASA, wrong, replace(TIN, total=1), end=ended(Ending.ABANDONED))

    assert [(one.row, one.column, one.fault.code) for one in found.faults] == [
        (3, "placement", "not_on_rack")
    ]
    assert (len(found.game.moves), found.game.ended) == (1, None)


@pytest.mark.article("4.3")
def test_no_turn_follows_the_end() -> None:
    """A turn after the passes that ended the game, or after the last tile, is named."""
    passes = [turn(row, "PAS") for row in (2, 3, 4, 5)]
    after = ["99 placement: import_after_end (art. 4.3)"]

    assert faults_of(*passes, turn(99, "PAS"), turn(100, "PAS")) == after
    assert faults_of(*filled(), turn(99, "PAS")) == after
    assert faults_of(*filled(), turn(99, "PAS"), rules=PARTNER_RULES) == after
