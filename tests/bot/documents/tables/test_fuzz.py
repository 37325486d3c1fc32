"""Reading any file gives values or `TableError`, and no other error."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import read_players
from bot.documents.tables.cnis_season import read_season
from bot.documents.tables.events import read_events
from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.table_file import CHAT, TableFile
from bot.documents.tables.forms import read_form
from bot.documents.tables.games import read_games
from bot.documents.tables.names import Names
from bot.documents.tables.player_lists import read_file
from bot.documents.tables.players import read_starts
from bot.documents.tables.scale_table import read_scale_table
from tests.bot.documents.tables.files import ods, ods_row, table, with_saved_values, xls, xlsx
from tests.examples import HALF

PEOPLE = read_players(table("player,born\nAna,1950\nBob,2001\n"), with_birth=True)
READERS: dict[str, tuple[str, Callable[[TableFile], object]]] = {
    "games": (
        "date,tournament,round,player1,player2,score1,score2\n2025-03-01,T,1,Ana,Bob,30,34\n",
        lambda file: read_games(file, Names(), discs=64),
    ),
    "starts": ("player,rating,games\nAna,120.5,40\nBob,,\n", lambda f: read_starts(f, Names())),
    "events": (
        "date,type,event,player,place\n2025-03-01,free,1,Ana,1\n2025-03-01,free,1,Bob,2\n",
        lambda file: read_events(file, Names()),
    ),
    "form": ("key,value\nrounds,12\ndays,2025-03-01\nfee,60.5\n", read_form),
    "scales": ("place,1,2\n1,10,20\n2,,15\n", read_scale_table),
    "people": (
        "player,born,club,opt_out,rating\nAna,1950,X,dean,120\nBob,2001,Y,,\n",
        lambda file: read_players(file, with_birth=True),
    ),
    "season": (
        "date,type,event,player,place,points\n2025-03-01,free,1,Ana,1,\n2025-03-02,free,2,Bob,,7\n",
        lambda file: read_season(file, PEOPLE),
    ),
    "history": (
        "date,tournament,round,player1,player2,score1,score2\n2025-03-01,T,1,Ana,Bob,1,2\n",
        lambda file: read_history(file, PEOPLE, before=2),
    ),
    "tsh": (
        "# 2025-03-01 T\nAna, Pop 1500 2 0;400 50;p12 1\nBob 12 1 3;390 1\n\nCip, X 0 0 2;50 2\n",
        lambda file: read_games(file, Names()),
    ),
    "entries": ("name,club,seed\nAna,X,1\n", lambda file: read_file(file.content.read(), "f")),
}
PIECES = st.sampled_from(
    ["", ",", ";", "\t", '"', "\n", "\r", "0", "1", "-1", "9" * 30, "1e9", "Ana", "Bob", "ș",
     "2025-03-01", "9999-12-31", "0001-01-01", "free", "classic", "yes", "dean", "none", "nan",
     "\0", "\x1a", "\u2028", "\ufeff", "\U0001f600", "=1+1", "{x}", "{0}", "%s", "x" * 90]
)  # fmt: skip
FEW = settings(max_examples=HALF, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(params=sorted(READERS))
def reader(request: pytest.FixtureRequest) -> tuple[str, Callable[[TableFile], object]]:
    """Return a good file of each kind, and its reader."""
    found: tuple[str, Callable[[TableFile], object]] = READERS[request.param]
    return found


def tried(read: Callable[[TableFile], object], content: bytes | str, name: str = "f.csv") -> None:
    """Read a file; accept its one refusal, and build its message."""
    refusal: TableError | None = None
    try:
        read(table(content, name, CHAT))
    except TableError as error:
        refusal = error
    if refusal is not None:
        assert refusal.faults
        assert "\n" not in str(refusal)
        assert all(str(fault) for fault in refusal.faults)


def test_good_files_are_good(reader: tuple[str, Callable[[TableFile], object]]) -> None:
    """The files that are damaged below are read without error."""
    text, read = reader
    assert read(table(text)) is not None


@FEW
@given(data=st.data())
def test_spoilt_text(
    data: st.DataObject, reader: tuple[str, Callable[[TableFile], object]]
) -> None:
    """Text with cells and separators in wrong places gives values or `TableError`."""
    text, read = reader
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 8))
        text = text[:begin] + data.draw(PIECES) + text[end:]
    with suppress(UnicodeEncodeError):
        encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "cp1250", "iso-8859-2"]))
        tried(read, text.encode(encoding))


@FEW
@given(content=st.binary(max_size=200), name=st.sampled_from(["f.csv", "f.toml"]))
def test_any_bytes(
    content: bytes, name: str, reader: tuple[str, Callable[[TableFile], object]]
) -> None:
    """Any bytes, such as a photo sent by mistake, give values or `TableError`."""
    tried(reader[1], content, name)


@FEW
@given(text=st.text(max_size=100))
def test_any_form(text: str) -> None:
    """Any TOML gives a form or `TableError`."""
    tried(read_form, text.encode(errors="replace"), "f.toml")
    tried(read_form, f"rounds = {text}".encode(errors="replace"), "f.toml")


BOOKS = {
    "xlsx": xlsx(("player", "rating", "games"), ("Ana", 120.5, 3), ("Bob", None, None)),
    "formulas": with_saved_values(xlsx(("player", "rating", "games"), ("A", "=1", 3)), ["1"]),
    "ods": ods(ods_row("player", "rating", "games") + ods_row("Ana", "120.5", "3", repeated=2)),
    "xls": xls(("player", "rating", "games"), ("Ana", 120.5, 3.0)),
}


@pytest.mark.parametrize("kind", sorted(BOOKS))
@settings(max_examples=HALF, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_spoilt_spreadsheets(kind: str, data: st.DataObject) -> None:
    """A workbook with changed bytes or a cut end gives values or `TableError`."""
    content = bytearray(BOOKS[kind])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.none() | st.integers(0, len(content)))
    tried(lambda file: read_starts(file, Names()), bytes(content[:cut]))


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "content.xml"])
@settings(max_examples=HALF, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_spoilt_parts(part: str, data: st.DataObject) -> None:
    """Changed XML inside a valid archive gives values or `TableError`."""
    import zipfile
    from io import BytesIO

    book, out = BOOKS["ods" if part == "content.xml" else "formulas"], BytesIO()
    with (
        zipfile.ZipFile(BytesIO(book)) as source,
        zipfile.ZipFile(out, "w") as target,
    ):
        for each in source.infolist():
            content = source.read(each)
            if each.filename == part:
                begin = data.draw(st.integers(0, len(content)))
                end = begin + data.draw(st.integers(0, 5))
                piece = data.draw(
                    PIECES | st.sampled_from(["<", ">", "&", "<f/>", 't="e"', "</table:table>"])
                )
                content = content[:begin] + piece.encode() + content[end:]
            target.writestr(each.filename, content)
    tried(lambda file: read_starts(file, Names()), out.getvalue())
