"""Separated values become rows of text, in whatever encoding they come."""

import pytest

from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import MOST_COLUMNS
from tests.bot.documents.tables.files import refused, rows, table

PEOPLE = [(1, ["player", "town"]), (2, ["Ștefăniță", "Łódź"])]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_separators_and_unicode(separator: str, encoding: str) -> None:
    """Comma, semicolon or tab, in any recognisable encoding, bring no remark."""
    text = f"player{separator}town\r\nȘtefăniță{separator}Łódź\r\n"
    file = table(text.encode(encoding))

    assert list(read_rows(file)) == PEOPLE
    assert file.remarks == []


@pytest.mark.parametrize(
    ("town", "encoding"), [("Łódź", "windows-1250"), ("Łódź", "iso-8859-2"), ("Iaşi", None)]
)
def test_encodings_of_old(town: str, encoding: str | None) -> None:
    """Windows-1250 and ISO-8859-2 are distinguished, and a remark says so."""
    text = f"player,town\nŞtefăniţă,{town}\n"
    file = table(text.encode(encoding or "iso-8859-2"))

    assert list(read_rows(file))[1] == (2, ["Ştefăniţă", town])
    (remark,) = file.remarks
    assert (remark.code, remark.line) == ("encoding_guessed", 2)
    assert "read as" in str(remark)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"player,town\n\x81\xff,x\n", ("encoding", 2, "")),
        (b"\xff\xfea", ("encoding", 0, "")),
        (b"a,b\n1,\x002\n", ("binary", 2, "")),
        (b'a,b\n1,"2\n', ("quotes", 2, "")),
        (b'a,b\n1,"2"3\n', ("quotes", 2, "")),
        (b"a,b\n1," + b"2" * 200_000, ("long", 2, "")),
        (b"," * MOST_COLUMNS + b"x", ("columns", 1, "")),
    ],
)
def test_what_cannot_be_read_is_refused(content: bytes, fault: tuple[str, int, str]) -> None:
    """Broken encodings and quotes, and files that are not text, name their line."""
    assert refused(content) == fault


def test_quotes_hold_separators_and_lines() -> None:
    """A quoted cell may hold anything; a separator in a quoted header is no separator."""
    text = '"a,b,c";d\n"x\ny";"z"""\n'

    assert rows(text) == [(1, ["a,b,c", "d"]), (3, ["x\ny", 'z"'])]


def test_blank_rows_are_passed_over_and_lines_still_count() -> None:
    """A fault below a blank line is reported where an editor shows it."""
    assert rows("\n\na,b\n,\n1,2\n") == [(3, ["a", "b"]), (5, ["1", "2"])]


def test_an_empty_file_has_no_rows() -> None:
    """An empty file has no rows, for any separator."""
    assert rows("") == []


def test_a_reader_that_is_given_up_leaves_the_file_alone() -> None:
    """The caller closes the file, so a reader left half-way does no harm."""
    file = table("a,b\n1,2\n")
    reader = read_rows(file)
    next(reader)
    file.content.close()
    reader.close()  # type: ignore[attr-defined]  # a generator, as all readers are

    again = table("a,b\n1,2\n")
    next(read_rows(again))
    assert not again.content.closed
