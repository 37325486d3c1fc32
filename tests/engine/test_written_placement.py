"""Moves written with adjacent words, points and total (art. 4.2)."""

import pytest

from engine.errors import NotationError
from engine.notation import parse_placement, readings
from engine.written_placement import WrittenPart, differences, is_talk, parse_written, rest_of

FOUR = ("PE", "AS", "SE", "CA")


@pytest.mark.article("4.2")
@pytest.mark.parametrize(
    ("text", "words", "points", "total"),
    [
        ("9A INDESEA\nPE\nAS\nSE\nCA", FOUR, None, None),
        ("9a indesea\n pe\n as\n se\n ca\n86\n120", FOUR, 86, 120),
        ("9A INDESEA, PE, AS, SE, CA", FOUR, None, None),
        ("9A INDESEA + PE + AS + SE + CA = 86 / 120", FOUR, 86, 120),
        ("9A INDESEA (PE, AS, SE, CA) 86p, total 120", FOUR, 86, 120),
        ("9A INDESEA (+PE +AS +SE +CA) 60+10+10+6 = 86, total: 120", FOUR, 86, 120),
        ("9A ÎNDESEA, p(e), As; ȘE / CA. Total = 120", FOUR, None, 120),
        ("9A INDESEA 68\nPE 4\nAS 3\nSE 3\nCA 8\n86\n120", FOUR, 86, 120),
        ("9A INDESEA, PE, AS, SE, CA, punctaj 86", FOUR, 86, None),
        ("9A INDESEA PE AS SE CA 86 120", FOUR, 86, 120),
        ("9A INDESEA, PE 1 2 3", ("PE",), None, None),
        ("9A INDESEA 86 puncte", (), 86, None),
        ("9A INDESEA 86 / 120", (), 86, 120),
        ("9AINDESEA 86", (), 86, None),
        ("9A INDESEA pe verticală", (), None, None),
        ("9A INDESEA (vertical) 86, total 120", (), 86, 120),
        ("9A INDESEA", (), None, None),
    ],
)
def test_a_placement_is_read_as_the_article_writes_it(
    text: str, words: tuple[str, ...], points: int | None, total: int | None
) -> None:
    """Adjacent words below or after the main word, points and total are read."""
    written = parse_written(text)

    assert written.placement == parse_placement("9A INDESEA")
    assert (written.words, written.points, written.total) == (words, points, total)


@pytest.mark.parametrize(
    "text",
    [
        *("salut", "9A", "9A IN-DESEA", "9A INDESEA, P", "9A A, PE", "9A (PE) INDESEA"),
        *("9A INDESEA, PE?", "9A INDESEA\nI8 ARE", "9A INDESEA" + ", PE" * 8, "9A INDESEA, PE8"),
        *("9A INDESEA, " + "A" * 200, "9A INDESEA, PE orizontal 86"),
        "9A pe verticală",
    ],
)
def test_what_is_written_otherwise_is_refused_as_before(text: str) -> None:
    """Words of one letter, other signs, a second move and long texts are refused."""
    with pytest.raises(NotationError):
        parse_written(text)


@pytest.mark.article("4.2")
def test_words_after_blanks_alone_may_be_talk() -> None:
    """Words after spaces are talk if the move forms none of them."""
    loose = parse_written("9A INDESEA PE AS")

    assert not is_talk(loose, ["PE", "CA"])
    assert is_talk(loose, ["CA"])
    assert not is_talk(parse_written("9A INDESEA, PE, AS"), ["CA"])
    assert not is_talk(parse_written("9A INDESEA 86"), ["CA"])


@pytest.mark.article("4.2")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("9A INDESEA", ()),
        ("9A INDESEA, AS, PE", ()),
        ("9A INDESEA 86 / 120", ()),
        ("9A INDESEA 30", ()),
        ("9A INDESEA 120", ()),
        ("9A INDESEA total 86", ()),
        ("9A INDESEA, PE", (WrittenPart.WORDS,)),
        ("9A INDESEA, PE, AS, CA", (WrittenPart.WORDS,)),
        ("9A INDESEA 87", (WrittenPart.POINTS,)),
        ("9A INDESEA 86 / 121", (WrittenPart.TOTAL,)),
        ("9A INDESEA, PA, AS 1 / 2", (WrittenPart.WORDS, WrittenPart.POINTS, WrittenPart.TOTAL)),
    ],
)
def test_what_is_written_beside_is_held_against_the_board(
    text: str, found: tuple[WrittenPart, ...]
) -> None:
    """Wrong words, points or total are reported; missing ones are not."""
    assert differences(parse_written(text), ["PE", "As"], (86, 30), 120) == found


@pytest.mark.article("4.2")
def test_a_word_of_two_letters_with_others_beside_it_has_both_readings() -> None:
    """`Ca` with other words has both readings, and the rest of the text is kept."""
    assert readings("H8 Ca, PE 12") == ("H8 CA", "H8 C(a)")
    assert rest_of("H8 Ca, PE 12") == ", PE 12"
    assert not rest_of("salut")
