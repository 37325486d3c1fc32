"""XLSX from different programs: formats, shared strings, prefixes; compared with openpyxl."""

import zipfile
from datetime import date, datetime, time
from io import BytesIO
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import Row
from tests.bot.documents.tables.files import rows, table, xlsx
from tests.examples import HALF

DOCUMENTS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = (
    '<workbook><workbookPr{pr}/><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
)
RELATIONS = (
    "<Relationships>"
    f'<Relationship Id="r1" Type="{DOCUMENTS}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{DOCUMENTS}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
    f'<Relationship Id="r3" Type="{DOCUMENTS}/styles" Target="styles.xml"/>'
    "</Relationships>"
)
STYLES = (
    '<styleSheet><numFmts count="3">'
    '<numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>'
    '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>'
    '<numFmt numFmtId="166" formatCode="h:mm"/>'
    '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>'
    '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>'
    '<xf numFmtId="166"/><xf/></cellXfs></styleSheet>'
)
STRINGS = (
    "<sst><si><t>Ana</t></si><si><r><t>I</t></r><r><t>on </t></r><rPh><t>x</t></rPh></si>"
    "<si><t>a&amp;b</t></si></sst>"
)


INLINE = "<is><r><t>A</t></r><r><t>na</t></r><rPh><t>x</t></rPh></is>"


def book(cells: str, **parts: str) -> bytes:
    """Return a workbook with these rows, written by hand; parts replace the usual ones."""
    content = {
        "xl/workbook.xml": BOOK.format(pr=parts.pop("pr", "")),
        "xl/_rels/workbook.xml.rels": RELATIONS,
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": STRINGS,
        "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{cells}</sheetData></worksheet>",
    }
    content |= {name.replace("__", "/") + ".xml": text for name, text in parts.items()}
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            if text:
                archive.writestr(name, text)
    return out.getvalue()


def cell(xml: str, pr: str = "") -> str:
    """Return the text of one cell."""
    (row,) = rows(book(f'<row r="1">{xml}</row>', pr=pr))
    return row[1][0]


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ('<c r="A1"><v>120</v></c>', "120"),
        ('<c r="A1" t="n"><v>120.0</v></c>', "120"),
        ('<c r="A1"><v>1.5E2</v></c>', "150"),
        ('<c r="A1"><v>120.10000000000001</v></c>', "120.10000000000001"),
        ('<c r="A1"><v>-0.5</v></c>', "-0.5"),
        ('<c r="A1" t="s"><v>0</v></c>', "Ana"),
        ('<c r="A1" t="s"><v>1</v></c>', "Ion "),
        ('<c r="A1" t="s"><v>2</v></c>', "a&b"),
        ('<c r="A1" t="str"><f>A2</f><v>Ana</v></c>', "Ana"),
        (f'<c t="inlineStr">{INLINE}</c>', "Ana"),
        ('<c r="A1" t="b"><v>1</v></c>', "True"),
        ('<c r="A1" t="b"><v>0</v></c>', "False"),
        ('<c r="A1" t="d"><v>2025-05-31T00:00:00Z</v></c>', "2025-05-31"),
        ('<c r="A1" t="d"><v>2025-05-31T14:30:00</v></c>', "2025-05-31 14:30:00"),
        ('<c r="A1" s="0"><v>45808</v></c>', "45808"),
        ('<c r="A1" s="1"><v>45808</v></c>', "2025-05-31"),
        ('<c r="A1" s="2"><v>45808.604166666664</v></c>', "2025-05-31 14:30:00"),
        ('<c r="A1" s="3"><v>45808</v></c>', "45808"),
        ('<c r="A1" s="4"><v>0.6041666666666666</v></c>', "14:30:00"),
        ('<c r="A1" s="5"><v>7</v></c>', "7"),
        ('<c r="A1" s="99"><v>7</v></c>', "7"),
        ('<c r="A1" s="1"><v>1</v></c>', "1900-01-01"),
        ('<c r="A1" s="1"><v>61</v></c>', "1900-03-01"),
        ("<c><v>7</v></c>", "7"),
        ('<x:c r="A1"><x:v>7</x:v></x:c>', "7"),
        ('<c r="A1"><f>1+1</f><v>2</v></c>', "2"),
    ],
)  # fmt: skip
def test_cells(xml: str, text: str) -> None:
    """Numbers, days, times, texts and saved values of formulas read as in CSV."""
    assert cell(xml) == text


def test_days_since_1904() -> None:
    """Old Macintosh programs count days from 1904."""
    assert cell('<c r="A1" s="1"><v>44346</v></c>', pr=' date1904="1"') == "2025-05-31"


def test_a_formula_may_have_come_to_nothing() -> None:
    """An empty saved text is a value; a missing one is not."""
    header = '<row><c t="str"><v>a</v></c></row>'
    nothing = '<row><c t="str"><f>""</f><v></v></c><c t="str"><v>b</v></c></row>'

    assert rows(book(header + nothing)) == [(1, ["a"]), (2, ["", "b"])]
    with pytest.raises(
        TableError,
        match="line 2, column A: a formula without a saved value; paste the column as values",
    ):
        rows(book(header + '<row><c t="str"><f>""</f></c></row>'))


def test_cells_and_rows_without_places_follow_each_other() -> None:
    """Some programs leave out positions that can be counted, others empty cells."""
    text = '<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c></row>'

    assert rows(book(text + "<row><c><v>4</v></c></row>")) == [
        (1, ["1", "2"]),
        (5, ["", "3"]),
        (6, ["4", ""]),
    ]


def test_a_chart_is_no_sheet() -> None:
    """The first sheet with cells is read, without a remark."""
    chart = f'<Relationship Id="r0" Type="{DOCUMENTS}/chartsheet" Target="c.xml"/>'
    sheets = '<sheet name="C" sheetId="2" r:id="r0"/><sheet name="S" sheetId="1" r:id="r1"/>'
    made = book(
        "<row><c><v>1</v></c></row>",
        xl__workbook=f"<workbook><sheets>{sheets}</sheets></workbook>",
    )
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(made)) as source, zipfile.ZipFile(out, "w") as target:
        for part in source.namelist():
            text = source.read(part).decode().replace("<Relationships>", f"<Relationships>{chart}")
            target.writestr(part, text)
    file = table(out.getvalue())

    assert list(read_rows(file)) == [(1, ["1"])]
    assert file.remarks == []


@pytest.mark.parametrize(
    "made",
    [
        book('<row r="2"/><row r="1"/>'),
        book('<row r="x"/>'),
        book('<row r="1"><c r="1A"><v>1</v></c></row>'),
        book('<row r="1"><c r="ABCD1"><v>1</v></c></row>'),
        book('<row r="1"><c r="A1"><v>one</v></c></row>'),
        book('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'),
        book('<row r="1"><c r="A1" s="x"><v>9</v></c></row>'),
        book("<row"),
        book("", xl__workbook="<workbook><sheets/></workbook>"),
        book("", xl__workbook="<!DOCTYPE x><workbook/>"),
        book("", xl__workbook=""),
        book("", xl__worksheets__sheet1=""),
        book("", xl__styles='<styleSheet><numFmt formatCode="d"/></styleSheet>'),
    ],
)
def test_made_up_workbooks(made: bytes) -> None:
    """Descending rows, invalid positions and missing parts are refused as broken."""
    with pytest.raises(TableError, match="a broken or protected spreadsheet"):
        rows(made)


def test_a_day_that_is_none() -> None:
    """Too large a number for a day is an error with its cell."""
    with pytest.raises(TableError, match="line 1, column A: the cell shows the error"):
        cell('<c r="A1" s="1"><v>99999999999</v></c>')


def test_odd_compression() -> None:
    """Spreadsheets use deflate; other compression cannot be bounded."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")

    with pytest.raises(TableError, match="a broken or protected spreadsheet"):
        rows(out.getvalue())


VALUES = (
    st.none()
    | st.integers(-(10**9), 10**9)
    | st.floats(-1e6, 1e6)
    | st.booleans()
    | st.text("aăș &<>\"'=_x0041_\t", max_size=8)
    | st.dates(date(1901, 1, 1), date(2100, 1, 1))
    | st.datetimes(datetime(1901, 1, 1), datetime(2100, 1, 1)).map(  # noqa: DTZ001  (no zones here)
        lambda moment: moment.replace(microsecond=0)
    )
    | st.times().map(lambda moment: moment.replace(microsecond=0))
)


@settings(max_examples=HALF, deadline=None)
@given(st.lists(st.lists(VALUES, max_size=5), min_size=1, max_size=6))
def test_what_openpyxl_writes_is_read_as_openpyxl_reads_it(cells: list[list[object]]) -> None:
    """An independent reader finds the same values in the same places."""
    made = xlsx(*(row for row in cells))
    sheet = load_workbook(BytesIO(made)).worksheets[0]
    wanted: list[Row] = []
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        texts = [shown(value) for value in row]
        if any(texts):
            wanted.append((number, texts))
    if any("=" in text[:1] for _, row in wanted for text in row):
        return  # a formula to openpyxl
    found = rows(made)

    assert [number for number, _ in found] == [number for number, _ in wanted]
    for (_, one), (_, other) in zip(found, wanted, strict=True):
        for mine, theirs in zip_longest(one, other, fillvalue=""):
            assert mine == theirs


def shown(value: object) -> str:
    """Return a value in our reader's form."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value.date() if value.time() == time() else value}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
