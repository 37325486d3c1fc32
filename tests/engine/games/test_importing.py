"""A game that was played elsewhere is imported as it was played, or with every fault named."""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Axis, Square
from engine.games.audit import audit
from engine.games.events import Ending, Passed, PlacementMade, PlacementReturned
from engine.games.game import Game, Move, Stage
from engine.games.importing import (
    ImportedGame,
    ImportFault,
    StatedEnd,
    StatedGrant,
    StatedLeave,
    StatedTurn,
    import_game,
    leave_of,
    noon,
    seed_standing_for,
    sequence_faults,
    sequence_from,
)
from engine.games.ruling_events import TimeGranted
from engine.ids import Seat
from engine.notation import parse_placement
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025, Ruleset
from engine.sequences.check import SequenceRule, violations
from engine.sequences.sequence import draw
from engine.thinking_time import LeavePeriod
from engine.tiles import load_tile_set
from tests.builders import ANY_WORD, ARBITER, PARTNER_RULES, SEQUENCE, START, started
from tests.builders import noon as noon_after
from tests.random_games import NOW, WORDS, bare, played, start_of

TILES = load_tile_set("ro")
TODAY = 60
"""The day of the import, counted from the start."""
NO_WORD: frozenset[str] = frozenset()


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


def turn(row: int, text: str, sent: int = 0, *, received: int | None = None) -> StatedTurn:
    """Return the turn of a row; the days are counted from the start."""
    return StatedTurn(
        row=row,
        placement=None if text == "PAS" else parse_placement(text),
        sent=day(sent),
        received=None if received is None else day(received),
    )


CASA, STIRE, TIN = turn(2, "H7 CASA"), turn(3, "I8 STIRE", 1), turn(4, "J8 TIN", 4)
"""Three turns worth 8, 13 and 16 points; the third takes two days."""


def imported(
    *turns: StatedTurn,
    end: StatedEnd | None = None,
    rules: Ruleset = NATIONAL_2025,
    lexicon: Container[str] = ANY_WORD,
    today: int = TODAY,
    grants: Sequence[StatedGrant] = (),
    sequence: str = SEQUENCE,
) -> ImportedGame:
    """Return the game as imported at noon of that day; row 1 states its start."""
    return import_game(
        replace(started(sequence, rules), imported=True),
        turns,
        end,
        writer=ARBITER,
        at=noon_after(today),
        lexicon=lexicon,
        row=1,
        grants=grants,
    )


def lines(faults: Sequence[ImportFault]) -> list[str]:
    """Return each fault as its row, its column and its text."""
    return [f"{one.row} {one.column}: {one.fault}" for one in faults]


def faults_of(
    *turns: StatedTurn,
    end: StatedEnd | None = None,
    rules: Ruleset = NATIONAL_2025,
    lexicon: Container[str] = ANY_WORD,
) -> list[str]:
    """Return the faults of the imported game, each as one line."""
    return lines(imported(*turns, end=end, rules=rules, lexicon=lexicon).faults)


def points_of(game: Game) -> list[int]:
    """Return the points of every move, 0 for a pass."""
    return [0 if isinstance(move, Passed) else move.points for move in game.moves]


def filled() -> tuple[StatedTurn, ...]:
    """Return 14 turns of seven tiles, row below row, after which Blue has no tile left."""
    rows = [*range(7, -1, -1), *range(8, 14)]
    racks = [SEQUENCE[start : start + 7] for start in range(0, 7 * len(rows), 7)]
    return tuple(
        StatedTurn(
            row=number,
            placement=Placement(Square(row, 4), Axis.ACROSS, rack.replace("?", "a")),
            sent=START,
        )
        for number, (row, rack) in enumerate(zip(rows, racks, strict=True), 2)
    )


def stated_turns(game: Game) -> list[StatedTurn]:
    """Return the turns of the game, with every figure added up here."""
    totals = Counter[Seat]()

    def stated(row: int, move: Move) -> StatedTurn:
        placement, points = None, 0
        if isinstance(move, PlacementMade):
            placement, points = Placement(move.square, move.axis, move.word), move.counted
        totals[move.by] += points
        return StatedTurn(
            row=row,
            placement=placement,
            sent=move.sent,
            received=move.received,
            seat=move.by,
            points=points,
            total=totals[move.by],
            days=move.days,
        )

    return [stated(row, move) for row, move in enumerate(game.moves, 2)]


@pytest.mark.article("9.6")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_game_played_here_is_imported_as_itself(seed: int) -> None:
    """Moves, racks, scores, days and end equal those of the game that was played."""
    game = played(seed)
    over = game.ended
    end = None
    if over is not None:
        end = StatedEnd(row=1, ending=over.ending, on=game.day_of(over.at), by=over.by)

    found = import_game(
        replace(start_of(seed), imported=True),
        stated_turns(game),
        end,
        writer=ARBITER,
        at=NOW,
        lexicon=WORDS,
    )

    assert lines(found.faults) == []
    assert bare(found.game) == bare(game)
    assert found.violations == ()
    assert {move.entered_by for move in found.game.moves} <= {ARBITER}
    assert audit(found.events) == ()


@pytest.mark.parametrize(
    ("text", "sequence"),
    [
        pytest.param("casă*_?", "CASA???", id="capitals without accents, three signs of a blank"),
        pytest.param("C-A, S\n1. A", "CASA", id="no separators, no numbers"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_sequence_is_read_however_it_is_written(text: str, sequence: str) -> None:
    """Small letters, accents and separators make no difference; a blank has three signs."""
    assert sequence_from(text) == sequence


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("sequence", "fault"),
    [
        pytest.param(
            SEQUENCE.replace("X", "Z"), "n=100 most=100 missing=X1 extra=Z1", id="exchanged"
        ),
        pytest.param(SEQUENCE.replace("?", ""), "n=98 most=100 missing=?2 extra=–", id="missing"),
        pytest.param(SEQUENCE + "KZK", "n=103 most=100 missing=– extra=K2 Z1", id="surplus"),
    ],
)
def test_a_sequence_of_other_tiles_is_refused(sequence: str, fault: str) -> None:
    """Missing and surplus tiles are named with their numbers, and no turn is read."""
    found = imported(CASA, turn(3, "A1 ZZZ"), sequence=sequence)

    assert lines(found.faults) == [f"1 sequence: import_tiles (art. 1.3) {fault}"]
    assert [type(event).__name__ for event in found.events] == ["GameStarted"]
    assert sequence_faults(SEQUENCE, TILES) == ()


@pytest.mark.article("1.3")
def test_a_sequence_that_breaks_the_rules_is_imported() -> None:
    """The game has no fault; the rules that its sequence breaks are listed beside it."""
    found = imported(turn(2, "PAS"), sequence="".join(sorted(SEQUENCE)))

    assert found.faults == ()
    assert found.violations == violations("".join(sorted(SEQUENCE)), NATIONAL_2025)
    assert SequenceRule.RUNS in {one.rule for one in found.violations}
    assert len(found.game.moves) == 1


@pytest.mark.article("2.1")
def test_games_with_the_same_sequence_have_the_same_seed() -> None:
    """The seed is 32 bytes, differs with the sequence, and does not draw that sequence."""
    seed = seed_standing_for(SEQUENCE)

    assert len(bytes.fromhex(seed)) == 32
    assert seed_standing_for(SEQUENCE) == seed
    assert seed_standing_for(SEQUENCE[::-1]) != seed
    assert draw(bytes.fromhex(seed), NATIONAL_2025) != SEQUENCE


def test_a_day_has_its_noon_but_never_a_future_time() -> None:
    """Noon is noon in the competition's zone, in summer and winter, and at most now."""
    now = datetime(2026, 7, 1, 6, tzinfo=UTC)

    assert noon(date(2026, 6, 30), "Europe/Bucharest", now) == datetime(2026, 6, 30, 9, tzinfo=UTC)
    assert noon(date(2026, 1, 5), "Europe/Bucharest", now) == datetime(2026, 1, 5, 10, tzinfo=UTC)
    assert noon(date(2026, 7, 1), "Europe/Bucharest", now) == now


def leave(row: int, first: int, last: int, announced: int | None = None) -> StatedLeave:
    """Return leave as a row states it; the days are counted from the start."""
    on = None if announced is None else day(announced)
    return StatedLeave(row=row, first=day(first), last=day(last), announced=on)


@pytest.mark.article("7.2")
@pytest.mark.parametrize(
    ("stated", "faults"),
    [
        pytest.param([leave(2, 10, 15), leave(3, 1, 4)], [], id="ten days in all"),
        pytest.param([leave(2, 10, 12, announced=9)], [], id="announced the day before"),
        pytest.param(
            [leave(2, 10, 12, announced=10)],
            ["2 announced: import_leave_late (art. 7.2) first=2025-05-11"],
            id="announced on its first day",
        ),
        pytest.param(
            [leave(2, 20, 26), leave(3, 10, 13)],
            ["2 first: leave_over_allowance (art. 7.2) days=7 left=6 allowance=10"],
            id="eleven days",
        ),
        pytest.param(
            [leave(2, 10, 12), leave(3, 12, 13)],
            ["3 first: leave_overlaps (art. 7.2) first=2025-05-11 last=2025-05-13"],
            id="two periods at once",
        ),
        pytest.param(
            [leave(2, 12, 10)],
            ["2 last: leave_backwards (art. 7.2) first=2025-05-13 last=2025-05-11"],
            id="the end before the beginning",
        ),
    ],
)
def test_leave_follows_the_rules(stated: list[StatedLeave], faults: list[str]) -> None:
    """Leave that breaks a rule is named in its row; the periods come earliest first."""
    periods, found = leave_of(stated, 10)

    possible = [(one.first, one.last) for one in stated if one.first <= one.last]
    assert lines(found) == faults
    assert periods == tuple(LeavePeriod(*one) for one in sorted(possible))


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


@pytest.mark.article("7.1")
def test_a_game_that_has_not_begun_is_not_imported() -> None:
    """A start after the day of the import is a fault in the row of the game."""
    assert faults_of() == []
    assert lines(imported(today=0).faults) == []
    assert lines(imported(today=-1).faults) == ["1 start: entered_ahead (art. 7.1) sent=2025-05-01"]


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


def grant(days: int, on: int, row: int = 9) -> StatedGrant:
    """Return days that the arbiter gave Blue on a day counted from the start."""
    return StatedGrant(row=row, seat=Seat.BLUE, days=days, on=day(on), reason="Boală")


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


def test_no_event_is_earlier_than_the_one_before_it() -> None:
    """Turn, return and end on the day of the import, in the evening, have that evening's time."""
    evening = noon_after(5) + timedelta(hours=8)
    found = import_game(
        replace(started(), imported=True),
        [CASA, replace(turn(3, "I8 STIRE", 5), returned=day(5))],
        ended(Ending.ABANDONED, on=5),
        writer=ARBITER,
        at=evening,
        lexicon=ANY_WORD,
        grants=[grant(1, 5)],
    )

    assert lines(found.faults) == []
    assert [(type(event).__name__, event.at) for event in found.events] == [
        ("GameStarted", noon_after()),
        ("PlacementMade", noon_after()),
        ("TimeGranted", noon_after(5)),
        ("PlacementMade", evening),
        ("PlacementReturned", evening),
        ("GameEnded", evening),
    ]


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


def ended(ending: Ending, on: int | None = None, by: Seat | None = None) -> StatedEnd:
    """Return the end that row 8 states; the day is counted from the start."""
    return StatedEnd(row=8, ending=ending, on=None if on is None else day(on), by=by)


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
