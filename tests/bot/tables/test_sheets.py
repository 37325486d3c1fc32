"""Files become rows of text, whoever made them and whatever they are up to."""

import struct
import zipfile
from datetime import date, datetime
from io import BytesIO

import pytest

from bot.tables.faults import TableError
from bot.tables.files import CHAT, LOCAL, MOST_COLUMNS, Limits
from bot.tables.foreign import kind_by_name
from bot.tables.sheets import read_rows
from tests.bot.tables.files import (
    ERROR,
    SHEET,
    repacked,
    rows,
    table,
    with_saved_values,
    xls,
    xlsx,
)

PEOPLE = [(1, ["player", "town"]), (2, ["Ștefăniță", "Łódź"])]
SMALL = Limits(size=10_000, rows=3, unpacked=1000)


def refused(content: bytes | str, limits: Limits = LOCAL) -> tuple[str, int, str]:
    """Return code, line and column of the one fault of a file that must be refused."""
    with pytest.raises(TableError) as caught:
        rows(content, limits)
    (fault,) = caught.value.faults
    return fault.code, fault.line, fault.column


class TestText:
    """Separated values."""

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize(
        "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
    )
    def test_separators_and_unicode(self, separator: str, encoding: str) -> None:
        """Comma, semicolon or tab, in any encoding that proves itself, and nothing to remark."""
        text = f"player{separator}town\r\nȘtefăniță{separator}Łódź\r\n"
        file = table(text.encode(encoding))

        assert list(read_rows(file)) == PEOPLE
        assert file.remarks == []

    @pytest.mark.parametrize(
        ("town", "encoding"), [("Łódź", "windows-1250"), ("Łódź", "iso-8859-2"), ("Iaşi", None)]
    )
    def test_encodings_of_old(self, town: str, encoding: str | None) -> None:
        """Windows-1250 and ISO-8859-2 are told apart where they differ, and that is said."""
        text = f"player,town\nŞtefăniţă,{town}\n"
        file = table(text.encode(encoding or "iso-8859-2"))

        assert list(read_rows(file))[1] == (2, ["Ştefăniţă", town])
        (remark,) = file.remarks
        assert (remark.code, remark.line) == ("encoding_guessed", 2)
        assert f"read as {encoding or 'windows-1250'}" in str(remark)

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
    def test_what_cannot_be_read_is_refused(
        self, content: bytes, fault: tuple[str, int, str]
    ) -> None:
        """Broken encodings and quotes, and what is no text at all, end at their line."""
        assert refused(content) == fault

    def test_quotes_hold_separators_and_lines(self) -> None:
        """A quoted cell may hold anything; a separator in a quoted header is no separator."""
        text = '"a,b,c";d\n"x\ny";"z"""\n'

        assert rows(text) == [(1, ["a,b,c", "d"]), (3, ["x\ny", 'z"'])]

    def test_blank_rows_are_passed_over_and_lines_still_count(self) -> None:
        """A fault below a blank line is reported where an editor shows it."""
        assert rows("\n\na,b\n,\n1,2\n") == [(3, ["a", "b"]), (5, ["1", "2"])]

    def test_an_empty_file_has_no_rows(self) -> None:
        """Nothing is nothing, whatever the separator."""
        assert rows("") == []

    def test_a_reader_that_is_given_up_leaves_the_file_alone(self) -> None:
        """Whoever opened the file closes it; a reader left half-way does no harm then."""
        file = table("a,b\n1,2\n")
        reader = read_rows(file)
        next(reader)
        file.content.close()
        reader.close()  # type: ignore[attr-defined]  # a generator, as all readers are

        again = table("a,b\n1,2\n")
        next(read_rows(again))
        assert not again.content.closed


class TestLimits:
    """Files that are too large, or claim to be small."""

    def test_size(self) -> None:
        """20 MB from strangers, and not a byte more is looked at."""
        assert CHAT.size == 20 << 20
        assert refused("x" * 10_001, SMALL) == ("bytes", 0, "")

    @pytest.mark.parametrize("kind", ["csv", "xlsx", "xls"])
    def test_rows(self, kind: str) -> None:
        """100,000 rows under the header from strangers; the first beyond is named."""
        cells = [(f"{number}",) for number in range(5)]
        made = {"csv": b"0\n1\n2\n\n3\n4\n", "xlsx": xlsx(*cells), "xls": xls(*cells)}
        limits = Limits(size=100_000, rows=3, unpacked=100_000)

        assert CHAT.rows == 100_000
        assert refused(made[kind], limits) == ("rows", 6 if kind == "csv" else 5, "")
        assert len(rows(made[kind], Limits(size=100_000, rows=4, unpacked=100_000))) == 5

    def test_a_zip_bomb_is_not_unpacked(self) -> None:
        """What it unpacks to is added up before: 50 MB of nothing in a small file."""
        bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 50_000_000)

        assert len(bomb) < 100_000
        limits = Limits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
        assert refused(bomb, limits) == ("unpacked", 0, "")

    def test_a_zip_bomb_that_lies_is_not_unpacked_either(self) -> None:
        """A part that claims to be smaller than it is ends where it claims to."""
        bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 50_000_000)
        with zipfile.ZipFile(BytesIO(bomb)) as archive:
            real = archive.getinfo(SHEET).file_size
        lying = bomb.replace(struct.pack("<I", real), struct.pack("<I", 1000))

        limits = Limits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
        assert refused(lying, limits) == ("spreadsheet", 0, "")

    def test_a_document_that_claims_to_be_long_is_not_read(self) -> None:
        """Of an archive's word on what it is no more is read than such a word is long."""
        out = BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", b" " * 50_000_000)

        assert refused(out.getvalue()) == ("foreign", 0, "")

    def test_too_many_parts(self) -> None:
        """An archive of a thousand files is no workbook."""
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for number in range(1001):
                archive.writestr(f"{number}", b"")

        assert refused(out.getvalue()) == ("spreadsheet", 0, "")

    def test_rows_far_below(self) -> None:
        """A row with an absurd number is refused instead of waited for."""
        book = repacked(xlsx(("a",), ("b",)), SHEET, b'<row r="2">', b'<row r="2000000000">')

        assert refused(book, CHAT)[0] == "rows"

    def test_columns_far_to_the_right(self) -> None:
        """Cells beyond the columns that are read are left aside."""
        book = repacked(xlsx(("a", "b")), SHEET, b'r="B1"', b'r="ZZZ1"')

        assert rows(book) == [(1, ["a"])]


class TestSpreadsheet:
    """XLSX."""

    def test_cells_are_written_as_in_csv(self) -> None:
        """Whole numbers without a point, days as dates, rows as wide as the header."""
        book = xlsx(
            ("day", "rating", "note"),
            (date(2025, 5, 31), 120.0, None),
            (datetime(2025, 5, 31, 14, 30), 120.5, "x"),  # noqa: DTZ001  (spreadsheets know no zones)
            (),
            (True,),
        )

        assert rows(book) == [
            (1, ["day", "rating", "note"]),
            (2, ["2025-05-31", "120", ""]),
            (3, ["2025-05-31 14:30:00", "120.5", "x"]),
            (5, ["True", "", ""]),
        ]

    def test_101_columns(self) -> None:
        """A table of the scales 1 … 100 has a column more for the places."""
        assert len(rows(xlsx(range(101)))[0][1]) == 101

    def test_blank_cells_to_the_right_are_no_columns(self) -> None:
        """Spreadsheets keep cells that somebody has emptied."""
        assert rows(xlsx(("a", "", ""), ("b", "", "c"), ("", "", ""))) == [
            (1, ["a"]),
            (2, ["b", "", "c"]),
        ]

    def test_formulas_are_their_saved_values(self) -> None:
        """Nothing is computed: what the spreadsheet saved with a formula is taken."""
        book = with_saved_values(xlsx(("a", "b"), ("=1+1", "=A2&1")), ["2", "7"])

        assert rows(book) == [(1, ["a", "b"]), (2, ["2", "7"])]

    def test_a_formula_without_a_value_is_refused_by_its_cell(self) -> None:
        """Also where other formulas have one; and where the formula is hidden from a first look."""
        book = xlsx(("a", "b"), (1, "=1+1"))
        hidden = repacked(book, SHEET, b"<f>", b'<f xml:space="preserve">')
        both = with_saved_values(xlsx(("a", "b"), ("=1+1", "=1+1")), ["2"])

        assert refused(book) == ("formula", 2, "B")
        assert refused(hidden) == ("formula", 2, "B")
        assert refused(both) == ("formula", 2, "B")

    def test_errors_in_cells_are_refused(self) -> None:
        """#N/A is nobody's name."""
        book = repacked(xlsx((1,), (1,)), SHEET, b'r="A2" t="n"><v>1', b'r="A2" t="e"><v>#N/A')

        assert refused(book) == ("error", 2, "A")

    def test_long_cells_are_refused(self) -> None:
        """As in CSV."""
        assert refused(xlsx(("a",), ("x" * 1001,))) == ("long", 2, "A")

    def test_the_first_sheet_is_read_and_that_is_said(self) -> None:
        """Whoever has several is told which."""
        book = xlsx(("a",))
        other = BytesIO(book)
        from openpyxl import load_workbook

        workbook = load_workbook(other)
        workbook.create_sheet("Second").append(["b"])
        out = BytesIO()
        workbook.save(out)
        file = table(out.getvalue())

        assert list(read_rows(file)) == [(1, ["a"])]
        assert [str(one) for one in file.remarks] == ["read the first of 2 sheets, 'First'"]

    def test_entities_are_not_expanded(self) -> None:
        """Ten lines of XML that would grow to gigabytes are refused as soon as they are seen."""
        laughs = "".join(
            f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10)
        )
        book = repacked(
            xlsx(("a",)), SHEET, b"<worksheet", f"<!DOCTYPE x [{laughs}]><worksheet".encode()
        )
        outside = repacked(
            xlsx(("a",)),
            SHEET,
            b"<worksheet",
            b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet',
        )

        assert refused(book) == ("spreadsheet", 0, "")
        assert refused(outside) == ("spreadsheet", 0, "")

    @pytest.mark.parametrize("length", [4, 100, 1000, -30])
    def test_a_cut_file_is_refused(self, length: int) -> None:
        """A download that was broken off is no shorter list."""
        assert refused(xlsx(("a",), ("b",))[:length]) == ("spreadsheet", 0, "")

    def test_a_protected_file_is_refused(self) -> None:
        """Encrypted parts are not unpacked."""
        book = bytearray(xlsx(("a",)))
        place = book.index(b"PK\x01\x02")
        book[place + 8] |= 1

        assert refused(bytes(book)) == ("spreadsheet", 0, "")


class TestOldSpreadsheet:
    """XLS."""

    def test_cells_are_written_as_in_csv(self) -> None:
        """Numbers, days, saved values of formulas and letters with diacritics."""
        file = table(xls(("ș", 120.0, 120.5, (40000.0,)), (), ((3.0, "f"), True), sheets=2))

        assert list(read_rows(file)) == [
            (1, ["ș", "120", "120.5", "2009-07-06"]),
            (3, ["3", "True", "", ""]),
        ]
        assert [one.code for one in file.remarks] == ["first_sheet"]

    def test_errors_in_cells_are_refused(self) -> None:
        """As in XLSX."""
        assert refused(xls(("a",), (1.0, ERROR))) == ("error", 2, "B")

    def test_long_cells_are_refused(self) -> None:
        """As in CSV."""
        assert refused(xls(("x" * 1001,))) == ("long", 1, "A")

    @pytest.mark.parametrize("length", [8, 600, 1100])
    def test_a_cut_file_is_refused(self, length: int) -> None:
        """So is one that only begins like a spreadsheet, or is protected."""
        assert refused(xls(("a",))[:length]) == ("spreadsheet", 0, "")


def archive_of(parts: dict[str, bytes]) -> bytes:
    """Return a ZIP of these parts."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


class TestForeign:
    """Files that are no tables at all."""

    @pytest.mark.parametrize(
        ("content", "kind"),
        [
            (b"%PDF-1.7\n1 0 obj\n", "PDF"),
            (b"\x89PNG\r\n\x1a\n", "PNG"),
            (b"\xff\xd8\xff\xe0", "JPEG"),
            (b"RIFF\x24\0\0\0WEBPVP8 ", "WebP"),
            (b"OggS\0\x02", "OGG"),
            (b"\0\0\0\x18ftypheic", "HEIC"),
            (b"\0\0\0\x18ftypisom", "MP4"),
            (b"{\\rtf1\\ansi a,b}", "RTF"),
            (b"\xef\xbb\xbf\r\n<!DOCTYPE html><table>", "HTML"),
            (b'<?xml version="1.0"?><Workbook>', "XML"),
            (archive_of({"[Content_Types].xml": b"", "word/document.xml": b""}), "DOCX"),
            (archive_of({"mimetype": OPEN_DOCUMENT + b"spreadsheet", "content.xml": b""}), "ODS"),
            (archive_of({"mimetype": OPEN_DOCUMENT + b"text", "content.xml": b""}), "ODT"),
            (archive_of({"jocuri.csv": b"a,b"}), "ZIP"),
            (OLD_OFFICE + "WordDocument".encode("utf-16-le"), "DOC"),
        ],
    )
    def test_it_is_said_what_they_are(self, content: bytes, kind: str) -> None:
        """Told by what they hold, whatever they are called, and with the kinds that are taken."""
        with pytest.raises(TableError) as caught:
            rows(content)

        (fault,) = caught.value.faults
        assert (fault.code, fault.line, fault.facts) == ("foreign", 0, {"found": kind})
        assert "CSV, XLSX or XLS" in str(fault)

    def test_a_file_not_looked_into_is_what_it_calls_itself(self) -> None:
        """By the end of its name, in capitals or not; names of tables and odd ones say nothing."""
        names = ("Lista.PDF", "a.b.docx", "poza.jpg", "foaie.ods", "lista.csv", "lista", "x.1")
        assert [kind_by_name(name) for name in names] == ["PDF", "DOCX", "JPEG", "ODS", *[None] * 3]

    def test_what_is_not_known_is_called_no_text(self) -> None:
        """Not a fault of its letters in some line: there is nothing to be saved as UTF-8."""
        assert refused(b"\x1b\x81\0\0\xff,x\n\0") == ("binary", 0, "")

    @pytest.mark.parametrize("text", ["PDF,PNG\n1,2\n", "<Ana>,2\n", "GIF,ID3\n", "RIFF,x\n"])
    def test_tables_that_only_look_alike_are_tables(self, text: str) -> None:
        """A column may be called what a file begins with."""
        assert rows(text)
