"""A play on its board: the words formed, the points, and every technical error."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import EMPTY, EMPTY_BOARD, SIZE, Axis, Board, Square
from engine.errors import Fault
from engine.notation import parse_placement
from engine.placement import (
    EVERY_WORD,
    Placement,
    Survey,
    score,
    survey,
    technical_faults,
    unknown_words,
)
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set
from tests.engine.boards import board_after, boards, fitting, line_of
from tests.engine.naive_scorer import naive_score

RO = load_tile_set("ro")
EXAMPLE = (
    ("H7 CASA", 8, ("CASA",)),
    ("I8 STIRE", 13, ("STIRE", "AS", "ST", "AI")),
    ("6E cOMANDA", 71, ("cOMANDA", "ACASA")),
    ("H4 TRACASAI", 11, ("TRACASAI", "IR")),
    ("K5 CAPRARUL", 86, ("CAPRARUL",)),
)


def faults(board: Board, text: str, rack: str) -> tuple[Fault, ...]:
    """Return every technical error of the play."""
    placement = parse_placement(text)
    laid = survey(board, placement)
    points = 0 if laid.overhang else score(laid, RO, NATIONAL_2025)
    return technical_faults(board, placement, laid, rack, points)


@pytest.mark.article("4.2")
def test_the_worked_example_scores_as_published() -> None:
    """Each move of the worked example forms the published words and scores those points."""
    board = Board()
    for text, points, words in EXAMPLE:
        laid = survey(board, parse_placement(text))

        assert (score(laid, RO, NATIONAL_2025), laid.words) == (points, words)
        assert not faults(board, text, laid.new.replace("c", "?"))
        board = board_after(text, board=board)


CASA = board_after("H7 CASA")


@pytest.mark.article("5.1")
@pytest.mark.parametrize(
    ("board", "text", "rack", "fault"),
    [
        (
            board_after("H8 MARILOR"),
            "H8 MARILORULE",
            "ULEABCD",
            Fault("off_board", "5.1", {"letters": 2}),
        ),
        (
            CASA,
            "8F CARE",
            "CARERXZ",
            Fault("occupied", "5.1", {"square": "H8", "there": "A", "typed": "R"}),
        ),
        (CASA, "G8 A", "ABCDEFG", Fault("one_letter", "5.1", {"word": "A"})),
        (
            CASA,
            "H5 MAC",
            "MABCDEF",
            Fault("word_goes_on", "5.2", {"typed": "MAC", "position": "H5", "word": "MACASA"}),
        ),
        (
            CASA,
            "H10 AR",
            "RBCDEFG",
            Fault("word_goes_on", "5.2", {"typed": "AR", "position": "H7", "word": "CASAR"}),
        ),
        (CASA, "H7 CASA", "CASAXYZ", Fault("no_new_tile", "5.1")),
        (Board(), "H9 CASA", "CASAXYZ", Fault("off_centre", "5.1", {"centre": "H8"})),
        (CASA, "A1 MARE", "MAREXYZ", Fault("not_connected", "5.1")),
        (
            CASA,
            "G8 LA",
            "BARESTI",
            Fault("not_on_rack", "5.1", {"tiles": ("L",), "rack": "BARESTI"}),
        ),
        (Board(), "H8 A(b)", "A?CDEFG", None),
        (Board(), "H8 (a)(b)", "??CDEFG", None),
    ],
)
def test_each_technical_error_is_found(
    board: Board, text: str, rack: str, fault: Fault | None
) -> None:
    """Each technical error is reported alone, with its article and its facts."""
    assert faults(board, text, rack) == ((fault,) if fault else ())


@pytest.mark.article("5.1")
@pytest.mark.parametrize(
    ("board", "text", "rack", "expected"),
    [
        (CASA, "G14 MARE", "XXXXXXX", {"off_board", "not_connected", "not_on_rack"}),
        (CASA, "H6 MARE", "XXXXXXX", {"occupied", "not_on_rack", "word_goes_on"}),
        (CASA, "H14 CASA", "CASAXYZ", {"off_board", "not_connected"}),
        (Board(), "A1 A", "B", {"one_letter", "off_centre", "not_on_rack"}),
        (CASA, "H8 A", "ABCDEFG", {"one_letter", "no_new_tile", "word_goes_on"}),
    ],
)
def test_all_faults_are_reported_together(
    board: Board, text: str, rack: str, expected: set[str]
) -> None:
    """A move with several errors reports all of them at once."""
    assert {fault.code for fault in faults(board, text, rack)} == expected


@pytest.mark.article("5.2")
@pytest.mark.parametrize(
    ("text", "position", "word"),
    [("H9 SAT", "H7", "CASAT"), ("H10 AR", "H7", "CASAR"), ("8G LA", "8G", "LAR")],
)
def test_a_word_typed_in_part_is_completed(text: str, position: str, word: str) -> None:
    """The error of an incomplete word names the complete word and its square."""
    board = board_after("I8 RE", board=CASA)
    placement = parse_placement(text)
    laid = survey(board, placement)
    (fault,) = technical_faults(board, placement, laid, "LRTABCD", 9)

    assert fault.code == "word_goes_on"
    assert fault.facts == {"typed": placement.word, "position": position, "word": word}


@pytest.mark.article("5.3")
def test_zero_points_stand_only_for_blanks_alone() -> None:
    """A move of 0 points is legal only if it consists of blanks."""
    laid = survey(Board(), placement := parse_placement("H8 (a)(b)"))

    assert score(laid, RO, NATIONAL_2025) == 0
    assert technical_faults(Board(), placement, laid, "??ABCDE", 0) == ()
    laid = survey(Board(), placement := parse_placement("H8 A(b)"))
    found = technical_faults(Board(), placement, laid, "??ABCDE", 0)
    assert found == (Fault("zero_points", "5.3"),)


@pytest.mark.parametrize(
    ("text", "rack", "short"),
    [
        ("H8 CASA", "CASA???", ()),
        ("H8 CASA", "CAS????", ("A",)),
        ("H8 CASA", "CASBDEF", ("A",)),
        ("H8 CaSA", "CASABDE", ("?",)),
        ("H8 CaSA", "CASBD??", ()),
        ("H8 (c)(a)(s)A", "?AAAAAA", ("?", "?")),
        ("H8 CASA", "", ("A", "A", "C", "S")),
        ("H8 CAX", "CAREIST", ("X",)),
    ],
)
def test_the_tiles_that_the_rack_lacks_are_named(
    text: str, rack: str, short: tuple[str, ...]
) -> None:
    """Missing tiles are named; a blank counts only where marked, each tile only once."""
    placement = parse_placement(text)
    laid = survey(Board(), placement)
    found = technical_faults(Board(), placement, laid, rack, 1)
    lacking = [fault.facts["tiles"] for fault in found if fault.code == "not_on_rack"]

    assert lacking == ([short] if short else [])


@pytest.mark.article("3.1")
def test_words_that_the_list_lacks_are_named_as_formed() -> None:
    """Main and adjacent words missing from the list are named as they are on the board."""
    board = board_after("H7 CASA", "I8 STIRE")
    laid = survey(board, parse_placement("6E cOMANDA"))

    assert unknown_words(laid, {"COMANDA"}) == ("ACASA",)
    assert unknown_words(laid, {"ACASA"}) == ("cOMANDA",)
    assert unknown_words(laid, {"ACASA", "COMANDA"}) == ()


def test_words_ruled_on_already_are_all_valid() -> None:
    """`EVERY_WORD` accepts any word, so that an upheld move is not checked again."""
    laid = survey(EMPTY_BOARD, parse_placement("H8 XQZ"))

    assert unknown_words(laid, EVERY_WORD) == ()


def test_a_blank_on_the_board_keeps_its_letter_and_counts_nothing() -> None:
    """A blank on the board keeps its letter in lower case and is worth 0."""
    board = board_after("H8 CaSA")
    laid = survey(board, parse_placement("H8 CASAT"))

    assert laid.word == "CaSAT"
    assert laid.new == "T"
    assert score(laid, RO, NATIONAL_2025) == 5  # C, S, A, and T on a double letter


@pytest.mark.article("4.2")
@settings(deadline=None)
@given(data=st.data(), board=boards(), axis=st.sampled_from(Axis))
def test_adjacent_words_follow_the_main_one_in_the_order_of_their_tiles(
    data: st.DataObject, board: Board, axis: Axis
) -> None:
    """Words are the main word, then the adjacent ones in the order of the new tiles."""
    placement = data.draw(fitting(board, axis))
    squares = line_of(placement.square, axis)[: len(placement.word)]
    lies = dict(board.tiles())
    new = [square for square in squares if square not in lies]
    after = lies | dict(zip(new, survey(board, placement).new, strict=True))
    across = Axis.DOWN if axis is Axis.ACROSS else Axis.ACROSS
    adjacent = [run_through(after, square, across) for square in new]

    main, *others = survey(board, placement).words

    assert main == "".join(after[square] for square in squares)
    assert others == [word for word in adjacent if len(word) > 1]


def run_through(lies: dict[Square, str], through: Square, axis: Axis) -> str:
    """Return the run of letters along the axis through the square."""
    start = through.column if axis is Axis.ACROSS else through.row
    line = line_of(
        Square(through.row, 0) if axis is Axis.ACROSS else Square(0, through.column), axis
    )
    text = "".join(lies.get(square, " ") for square in line)
    return text[:start].rpartition(" ")[2] + text[start:].partition(" ")[0]


@settings(deadline=None)
@given(data=st.data(), board=boards(), axis=st.sampled_from(Axis))
def test_the_score_equals_that_of_a_naive_scorer(
    data: st.DataObject, board: Board, axis: Axis
) -> None:
    """Points and words equal those of a scorer that reads the finished board."""
    placement = data.draw(fitting(board, axis))
    laid = survey(board, placement)
    before = {(s.row + 1, s.column + 1): tile for s, tile in board.tiles()}
    squares = line_of(placement.square, axis)[: len(placement.word)]
    new = {
        (s.row + 1, s.column + 1): tile
        for s, tile in zip(squares, placement.word, strict=True)
        if board[s] == EMPTY
    }
    points, formed = naive_score(before, new, RO.values, 7, 50)

    assert laid.whole == laid.word
    assert "".join(new.values()) == laid.new
    assert {word for word in laid.words if len(word) > 1} == formed
    if len(laid.word) > 1:
        assert score(laid, RO, NATIONAL_2025) == points


@settings(deadline=None)
@given(
    board=boards(),
    row=st.integers(0, SIZE - 1),
    column=st.integers(0, SIZE - 1),
    axis=st.sampled_from(Axis),
    word=st.text("ABCSTabz", min_size=1, max_size=20),
    rack=st.text("ABCST?", max_size=7),
)
def test_any_placement_at_all_is_surveyed(  # noqa: PLR0917  (one argument a dimension)
    board: Board, row: int, column: int, axis: Axis, word: str, rack: str
) -> None:
    """The survey of any move, however wrong, equals one made square by square."""
    placement = Placement(Square(row, column), axis, word)
    laid = survey(board, placement)
    found = {f.code for f in technical_faults(board, placement, laid, rack, 1)}

    assert laid._replace(places=()) == surveyed_by_hand(board, placement)
    assert ("off_board" in found) == bool(laid.overhang)
    assert ("occupied" in found) == bool(laid.clashes)
    assert ("no_new_tile" in found) == (not laid.new)


def surveyed_by_hand(board: Board, placement: Placement) -> Survey:
    """Return the survey of a move, made square by square, without its new places."""
    word, axis = placement.word, placement.axis
    squares = line_of(placement.square, axis)
    over = word[len(squares) :]
    covered = [(s, board[s], tile) for s, tile in zip(squares, word, strict=False)]
    laying = [(square, tile) for square, there, tile in covered if there == EMPTY]
    lies = "".join(tile if there == EMPTY else there for _, there, tile in covered) + over
    beside = [
        (index, before, tile, after)
        for index, (square, tile) in enumerate(laying)
        for before, after in [adjoining(board, square, square, axis.other)]
    ]
    before, after = adjoining(board, placement.square, covered[-1][0], axis)
    return Survey(
        word=lies,
        new="".join(tile for _, tile in laying) + over,
        places=(),
        crosses=tuple(cross for cross in beside if cross[1] or cross[3]),
        clashes=tuple(
            index
            for index, (_, there, tile) in enumerate(covered)
            if there not in {EMPTY, tile.upper(), tile.lower()}
        ),
        overhang=len(over),
        whole=before + lies + after,
        lead=len(before),
    )


def adjoining(board: Board, first: Square, last: Square, axis: Axis) -> tuple[str, str]:
    """Return the letters directly before the first square and after the last."""
    down, right = (0, 1) if axis is Axis.ACROSS else (1, 0)
    found = []
    for (row, column), step in ((first, -1), (last, 1)):
        letters = ""
        for distance in range(1, SIZE):
            at = Square(row + step * distance * down, column + step * distance * right)
            if min(at) < 0 or max(at) >= SIZE or board[at] == EMPTY:
                break
            letters += board[at]
        found.append(letters[::step])
    return found[0], found[1]
