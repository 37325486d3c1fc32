"""Word lists as text: every encoding, and every line that is no word."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.words.wordlist import BadLine, Flaw, fold_word, read_word_list

TEXT = "CASĂ\nÎNCĂ\nȘTIRE\nŢARĂ\nmâine\nŞAH\nțap\n"
FOLDED = ("CASA", "INCA", "MAINE", "SAH", "STIRE", "TAP", "TARA")
BLANK = " \t\r\u00a0\u202f\u200b\u2060\u200c\u200d\ufeff\u200e\u200f"
CEDILLAS = TEXT.replace("Ș", "Ş").replace("ț", "ţ")


@pytest.mark.article("3.1")
@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode("utf-8"), "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8-sig"),
        (TEXT.replace("\n", "\r\n").encode("utf-8"), "utf-8"),
        (TEXT.encode("utf-16"), "utf-16"),
        (CEDILLAS.encode("iso8859-2"), "iso8859-2"),
        (CEDILLAS.replace("\n", "\r\n").encode("iso8859-2"), "iso8859-2"),
        (CEDILLAS.encode("cp1250"), "iso8859-2"),
        (TEXT.rstrip().encode("utf-8"), "utf-8"),
        (b"CASA\nINCA\nMAINE\nSAH\nSTIRE\nTAP\nTARA", "utf-8"),
    ],
)
def test_every_coding_and_line_end_gives_the_same_words(data: bytes, encoding: str) -> None:
    """Each supported encoding and line end gives the same words."""
    words = read_word_list(data)

    assert words.words == FOLDED
    assert words.bad == ()
    assert words.encoding == encoding


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("A", Flaw.TOO_SHORT),
        ("ABCDEFGHIJKLMNOP", Flaw.TOO_LONG),
        ("CASA MARE", Flaw.NOT_LETTERS),
        ("AI,", Flaw.NOT_LETTERS),
        ("DÂNSA-I", Flaw.NOT_LETTERS),
        ("R2D2", Flaw.NOT_LETTERS),
        ("É", Flaw.NOT_LETTERS),
        ("STRAßE", Flaw.NOT_LETTERS),
        ("ČAS", Flaw.NOT_LETTERS),
        ("# o listă", Flaw.NOT_LETTERS),
        ("CASA\N{NO-BREAK SPACE}MARE", Flaw.NOT_LETTERS),
    ],
)
def test_a_line_that_is_no_word_is_reported_with_its_number(line: str, flaw: Flaw) -> None:
    """A bad line is reported with its number and flaw, and the other lines are read."""
    words = read_word_list(f"CASA\n\n{line}\nMARE\n".encode())

    assert words.words == ("CASA", "MARE")
    assert words.bad == (BadLine(3, line, flaw),)


@pytest.mark.parametrize("wrong", ["cp852", "mac-latin2"])
def test_another_coding_is_noticed(wrong: str) -> None:
    """A file in a DOS or Macintosh encoding gives bad lines."""
    assert read_word_list(CEDILLAS.encode(wrong, "replace")).bad


def test_sound_utf_8_with_one_broken_byte_is_noticed() -> None:
    """One broken byte in a UTF-8 file gives bad lines."""
    words = read_word_list(TEXT.encode() + b"\xffAB\n")

    assert len(words.bad) >= 5


def test_bytes_that_no_coding_has_are_reported() -> None:
    """Bytes that no encoding has are reported as a bad line."""
    (bad,) = read_word_list(b"CAS\x83\x81\nMARE\n").bad

    assert (bad.number, bad.flaw) == (1, Flaw.NOT_LETTERS)


@pytest.mark.parametrize("blank", BLANK)
def test_no_blank_at_the_ends_of_a_line_spoils_its_word(blank: str) -> None:
    """Spaces of any kind and signs without width count neither beside a word nor alone."""
    words = read_word_list(f"{blank}CASA{blank}\n{blank}\nMARE{blank}{blank}\r\n".encode())

    assert (words.words, words.bad) == (("CASA", "MARE"), ())
    assert read_word_list(f"CA{blank}SA\n".encode()).bad


def test_words_that_fold_together_are_one_word() -> None:
    """MAR and MĂR become one word, and the repetitions are counted."""
    words = read_word_list("MAR\nMĂR\nmăr\nCAR\n".encode())

    assert words.words == ("CAR", "MAR")
    assert words.repeated == 2


@settings(deadline=None)
@given(lines=st.lists(st.text(max_size=20)))
def test_each_line_is_a_word_a_bad_line_or_blank(lines: list[str]) -> None:
    """Each line is a word, a repetition, a bad line or blank."""
    text = "\n".join(lines)
    filled = [line for line in text.split("\n") if line.strip(BLANK)]
    words = read_word_list(text.encode("utf-8", "surrogatepass"))

    assert len(words.words) + words.repeated + len(words.bad) == len(filled)


def test_a_folded_word_is_upper_case_ascii() -> None:
    """Any case and coding of diacritics folds to A–Z; other alphabets give `None`."""
    assert fold_word("șţiî") == "STII"
    assert fold_word("s\N{COMBINING COMMA BELOW}a\N{COMBINING BREVE}") == "SA"
    assert fold_word("ſah") is None
    assert fold_word("") is None
