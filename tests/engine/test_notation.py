"""Moves as people type them and as the bot writes them (art. 4.2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import SIZE, Axis, Square
from engine.errors import Fault, NotationError
from engine.notation import (
    fold,
    format_placement,
    format_word,
    is_pass,
    looks_like_placement,
    parse_placement,
    parse_position,
    parse_word,
    readings,
    reads_as_move,
)
from engine.placement import Placement

ACROSS, DOWN = Axis.ACROSS, Axis.DOWN
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
squares = st.builds(Square, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
words = st.text(LETTERS + LETTERS.lower(), min_size=1, max_size=SIZE)
placements = st.builds(Placement, squares, st.sampled_from(Axis), words)


@pytest.mark.article("4.2")
@pytest.mark.parametrize(
    ("text", "square", "axis"),
    [
        ("H8", Square(7, 7), ACROSS),
        ("8H", Square(7, 7), DOWN),
        ("A1", Square(0, 0), ACROSS),
        ("1A", Square(0, 0), DOWN),
        ("A15", Square(0, 14), ACROSS),
        ("15A", Square(0, 14), DOWN),
        ("O1", Square(14, 0), ACROSS),
        ("1O", Square(14, 0), DOWN),
        ("6E", Square(4, 5), DOWN),
        ("E6", Square(4, 5), ACROSS),
    ],
)
def test_letter_first_is_across_and_number_first_is_down(
    text: str, square: Square, axis: Axis
) -> None:
    """`H8` is across and `8H` is down; both are the square in row H, column 8."""
    assert parse_position(text) == (square, axis)
    assert square.position(axis) == text


@pytest.mark.article("4.2")
@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("CASA", "CASA"),
        ("casa", "CASA"),
        ("Casa", "CASA"),
        ("CaSA", "CaSA"),
        ("c(a)sa", "CaSA"),
        ("C(A)SA", "CaSA"),
        ("C(a)SA", "CaSA"),
        ("Ca(s)a", "CAsA"),
        ("CA0SA", "CaSA"),
        ("ca0sa", "CaSA"),
        ("cASA", "cASA"),
        ("CASa", "CASa"),
        ("CAsa", "CAsa"),
        ("Ca", "CA"),
        ("(c)(a)sa", "caSA"),
        ("cA", "cA"),
        ("A(b)", "Ab"),
        ("(a)(b)", "ab"),
        ("casă", "CASA"),
        ("CASĂ", "CASA"),
        ("câine", "CAINE"),
        ("ÎNCĂ", "INCA"),
        ("știre", "STIRE"),
        ("ştire", "STIRE"),
        ("ȚARĂ", "TARA"),
        ("ŢARĂ", "TARA"),
        ("s\N{COMBINING COMMA BELOW}tire", "STIRE"),
        ("TAR(Ă)", "TARa"),
        ("(ș)tire", "sTIRE"),
    ],
)
def test_every_way_to_write_a_word(typed: str, word: str) -> None:
    """Case, brackets or a 0 mark blanks, a phone's capital marks none, diacritics fold."""
    assert parse_word(typed) == word


@pytest.mark.article("4.2")
@pytest.mark.parametrize(
    ("text", "square", "axis", "word"),
    [
        ("H8 CASA", Square(7, 7), ACROSS, "CASA"),
        ("8H casă", Square(7, 7), DOWN, "CASA"),
        ("h8 c(a)sa", Square(7, 7), ACROSS, "CaSA"),
        ("  h8   CaSA  ", Square(7, 7), ACROSS, "CaSA"),
        ("H 8 CASA", Square(7, 7), ACROSS, "CASA"),
        ("H8: CASA.", Square(7, 7), ACROSS, "CASA"),
        ("H8, casa!", Square(7, 7), ACROSS, "CASA"),
        ("6E cOMANDA", Square(4, 5), DOWN, "cOMANDA"),
        ("h8 casa pe orizontală", Square(7, 7), ACROSS, "CASA"),
        ("H8 CASA (orizontal), 8 puncte", Square(7, 7), ACROSS, "CASA"),
        ("8H casa, pe verticală.", Square(7, 7), DOWN, "CASA"),
        ("8H CASA down", Square(7, 7), DOWN, "CASA"),
        ("H8 ORIZONTAL", Square(7, 7), ACROSS, "ORIZONTAL"),
        ("H8 PE pe orizontală", Square(7, 7), ACROSS, "PE"),
        ("o15\tA", Square(14, 14), ACROSS, "A"),
        ("H8CASA", Square(7, 7), ACROSS, "CASA"),
        ("h8casă!", Square(7, 7), ACROSS, "CASA"),
        ("10Hc(a)sa", Square(7, 9), DOWN, "CaSA"),
        ("o15ARE", Square(14, 14), ACROSS, "ARE"),
        ("CASA H8", Square(7, 7), ACROSS, "CASA"),
        ("casă 8h.", Square(7, 7), DOWN, "CASA"),
        ("CaSA  H10", Square(7, 9), ACROSS, "CaSA"),
        ("H-8 CASA", Square(7, 7), ACROSS, "CASA"),
        ("H8 „CASA”", Square(7, 7), ACROSS, "CASA"),
        ("H8 CASA 8", Square(7, 7), ACROSS, "CASA"),
        ("H8 CASA 8p", Square(7, 7), ACROSS, "CASA"),
        ("H8 CA0SA 7 puncte, total 118", Square(7, 7), ACROSS, "CaSA"),
        ("H8 c(a)sa (7)", Square(7, 7), ACROSS, "CaSA"),
        ("8H CASA = 8 / 118.", Square(7, 7), DOWN, "CASA"),
        ("h8casă 8 pct.", Square(7, 7), ACROSS, "CASA"),
        ("CASA H8 +8", Square(7, 7), ACROSS, "CASA"),
        ("H8 CASA 8 PUNCTE", Square(7, 7), ACROSS, "CASA"),
        ("H8CASA 8 PUNCTE", Square(7, 7), ACROSS, "CASA"),
        ("CASA H8 8 Puncte, TOTAL 18", Square(7, 7), ACROSS, "CASA"),
    ],
)
def test_placements_as_people_type_them(text: str, square: Square, axis: Axis, word: str) -> None:
    """A move is read in any case, spacing, punctuation and order, with or without points."""
    assert looks_like_placement(text)
    assert parse_placement(text) == Placement(square, axis, word)


LONG = "Salut, mai jucăm sau ne vedem abia la anul?"


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("", "no_position", {"text": ""}),
        ("Salut,  ce mai faci?", "no_position", {"text": "Salut, ce mai faci?"}),
        (LONG, "no_position", {"text": "Salut, mai jucam sau ne vedem abia la an"}),
        ("H16CASA", "no_position", {"text": "H16CASA"}),
        ("CASA P8", "no_position", {"text": "CASA P8"}),
        ("A H8", "no_position", {"text": "A H8"}),
        ("vin la 8h", "no_position", {"text": "vin la 8h"}),
        ("H16 CASA", "position_off_board", {"position": "H16"}),
        ("H0 CASA", "position_off_board", {"position": "H0"}),
        ("P8 CASA", "position_off_board", {"position": "P8"}),
        ("8P CASA", "position_off_board", {"position": "8P"}),
        ("H8", "no_word", {"position": "H8"}),
        ("8H .", "no_word", {"position": "8H"}),
        ("H8 pe orizontală", "no_word", {"position": "H8"}),
        ("8h (pe orizontală), 8 puncte", "no_word", {"position": "8h"}),
        ("H8 CA-SA", "unreadable_word", {"word": "CA-SA", "character": "-"}),
        ("H8 CASA BUNA", "several_words", {"position": "H8", "words": "CASA BUNA"}),
        ("H8 CASA down", "across_says_down", {"position": "H8", "meant": "8H", "word": "CASA"}),
        (
            "8h CASA, ARE (pe orizontală) 24 p.",
            "down_says_across",
            {"position": "8H", "meant": "H8", "word": "CASA"},
        ),
        ("H8 CASA 24 I8", "several_words", {"position": "H8", "words": "CASA 24 I8"}),
        ("8h CASA\nI8 ARE", "several_words", {"position": "8H", "words": "CASA I8 ARE"}),
        ("H8 " + "CASA " * 9, "several_words", {"position": "H8", "words": "CASA " * 8}),
        ("H8 A" + " 1" * 60, "several_words", {"position": "H8", "words": "A" + " 1" * 19 + " "}),
        ("H8 CA1", "unreadable_word", {"word": "CA1", "character": "1"}),
        ("H8 (CA)SA", "unreadable_word", {"word": "(CA)SA", "character": "("}),
        ("H8 C()SA", "unreadable_word", {"word": "C()SA", "character": "("}),
        ("H8 straße", "unreadable_word", {"word": "straße", "character": "ß"}),
        ("H8 " + "A" * 50 + "!A", "unreadable_word", {"word": "A" * 40, "character": "!"}),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(
    text: str, code: str, facts: dict[str, str]
) -> None:
    """Each unreadable move is refused with its own code and the typed text."""
    with pytest.raises(NotationError) as refusal:
        parse_placement(text)

    assert refusal.value.faults == (Fault(code, "4.2", facts),)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        (" CASA ", "CASA"),
        ("H", "H"),
        ("H8 CASA", "H8 CASA"),
        (" " + "H" * 50, "H" * 40),
    ],
)
def test_a_position_alone_is_all_there_may_be(text: str, shown: str) -> None:
    """A text that is not exactly one square is refused and quoted."""
    with pytest.raises(NotationError) as refusal:
        parse_position(text)

    assert refusal.value.faults == (Fault("no_position", "4.2", {"text": shown}),)


def test_a_position_alone_must_be_on_the_board() -> None:
    """A square beyond O or 15 is refused."""
    with pytest.raises(NotationError) as refusal:
        parse_position(" 16H ")

    assert refusal.value.faults == (Fault("position_off_board", "4.2", {"position": "16H"}),)


@pytest.mark.parametrize("text", ["„H8”", "\N{CYRILLIC CAPITAL LETTER EN}8", "H8 👍"])
def test_a_position_alone_is_read_as_one_before_a_word(text: str) -> None:
    """Quotation marks, letters that look Latin and an emoji change nothing."""
    assert parse_position(text) == (Square(7, 7), ACROSS)


@settings(deadline=None)
@given(placement=placements)
def test_what_is_written_is_read_back(placement: Placement) -> None:
    """A formatted move is read back unchanged, also with blanks that look like capitals."""
    assert parse_placement(format_placement(placement)) == placement


@settings(deadline=None)
@given(word=words)
def test_a_blank_is_never_written_so_that_it_would_be_read_as_a_tile(word: str) -> None:
    """A word with blanks is read back unchanged, with brackets only where necessary."""
    written = format_word(word)

    assert parse_word(written) == word
    assert written.replace("(", "").replace(")", "") == word


@settings(deadline=None)
@given(text=st.text(max_size=40))
def test_any_text_is_read_or_refused_as_unreadable(text: str) -> None:
    """Any text is read as a move or refused as unreadable."""
    try:
        placement = parse_placement(text)
    except NotationError:
        return
    assert placement.word.isascii()
    assert placement.word.isalpha()


def test_what_follows_a_word_is_looked_through_for_a_hundred_characters() -> None:
    """A move with more than a hundred characters after the square and word is refused."""
    assert parse_placement("H8 CASA" + " 1" * 48).word == "CASA"
    with pytest.raises(NotationError):
        parse_placement("H8 CASA" + " 1" * 49)


@pytest.mark.article("5.3")
@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("PAS", True),
        ("pas", True),
        (" Pas. ", True),
        ("PAS!", True),
        ("pass", True),
        ("PASA", False),
        ("PASX", False),
        ("H8 PAS", False),
        ("", False),
    ],
)
def test_how_a_pass_is_announced(text: str, passes: bool) -> None:
    """`PAS` or `PASS` alone, in any case, is a pass."""
    assert is_pass(text) is passes


@pytest.mark.parametrize(
    ("text", "is_move"),
    [("PAS", True), ("H8 CASA", True), ("H8CASA", True), ("CU26", False), ("bună", False)],
)
def test_a_move_or_a_pass_reads_as_one(text: str, is_move: bool) -> None:
    """A code of a match or competition must not read so."""
    assert reads_as_move(text) is is_move


def test_folding_covers_every_romanian_letter_in_both_codings() -> None:
    """Romanian letters in both codings fold to A, I, S and T in their case."""
    assert fold("ĂÂÎȘŞȚŢăâîșşțţ") == "AAISSTTaaisstt"


@pytest.mark.article("4.2")
@given(
    position=st.sampled_from(["H8", "8H", "a1"]),
    first=st.sampled_from(LETTERS),
    second=st.sampled_from(LETTERS),
)
def test_a_word_of_two_letters_has_both_readings(position: str, first: str, second: str) -> None:
    """`Ca` can be `CA` or have a blank, and each reading is unambiguous."""
    text = f"{position} {first}{second.lower()}"
    plain, joker = readings(text)

    assert plain == f"{position.upper()} {first}{second}"
    assert joker == f"{position.upper()} {first}({second.lower()})"
    assert readings(f"{text} = 12 p") == (plain, joker)
    assert parse_placement(plain).word == f"{first}{second}"
    assert parse_placement(joker).word == f"{first}{second.lower()}"
    assert all(readings(each) == (each,) for each in (plain, joker))
    for other in (f"{position} {first}{second}", f"{position} {first}{second.lower()}sa", "PAS"):
        assert readings(other) == (other,)
