"""The lists of a competition as files, in the chat and on the command line."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner
from openpyxl import load_workbook
from pypdf import PdfReader

from bot.__main__ import main
from sandbox import Message
from tests.e2e.competitions.standings_shared import NAMES, part_of_a_cup
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cup(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Season]:
    """Give the cup of the standings: six games, two of them approved, two only proposed."""
    async with laid_out(tmp_path_factory.mktemp("exports"), after=part_of_a_cup) as laid:
        left, *_ = laid.done
        yield Season.at(laid, *left)


def pages(content: bytes) -> str:
    """Return the text of a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def rows(content: bytes, sheet: int = 0) -> list[tuple[object, ...]]:
    """Return the rows of a sheet."""
    return list(load_workbook(BytesIO(content)).worksheets[sheet].iter_rows(values_only=True))


async def files_of(cup: Season, shown: Message) -> tuple[bytes, bytes]:
    """Press both buttons beside a list; return the spreadsheet and the pages."""
    found = []
    for key in ("button.spreadsheet", "button.printed"):
        sent = (await cup.table.press(cup.table.arbiter, shown, key))[-1]
        assert sent.document is not None
        assert cup.code in sent.document.name
        found.append(sent.document.content)
    return found[0], found[1]


async def test_players_and_pairings_are_files_beside_their_lists(
    cup: Season,
) -> None:
    """The arbiter gets both lists with every name, as a spreadsheet and to sign."""
    (card,) = await cup.table.say(cup.table.arbiter, f"/campionat {cup.code}")
    await cup.table.press(cup.table.arbiter, card, "button.comp.players")
    book, printed = await files_of(cup, card)
    header, *players = rows(book)
    assert {row[header.index("Jucător")] for row in players} == {*NAMES}
    assert [row[0] for row in players] == [1, 2, 3]
    assert all(text in pages(printed) for text in (*NAMES, "Nume și semnătură"))

    (card,) = await cup.table.say(cup.table.arbiter, f"/campionat {cup.code}")
    sent = await cup.table.press(cup.table.arbiter, card, "button.comp.lists")
    matches = next(one for one in sent if any("tipărit" in label for label in one.labels))
    book, printed = await files_of(cup, matches)
    _, *pairs = rows(book)
    assert {frozenset(row[3:]) for row in pairs} == {
        frozenset({one, other}) for one in NAMES for other in NAMES if one < other
    }
    assert all(name in pages(printed) for name in NAMES)


async def test_the_crosstable_is_a_file_beside_its_picture(cup: Season) -> None:
    """Each cell has both games from its row's side; sums are numbers, the header is frozen."""
    (shown,) = await cup.table.say(cup.table.arbiter, "/clasament")
    (picture,) = await cup.table.press(cup.table.arbiter, shown, "button.picture")
    book, printed = await files_of(cup, picture)

    sheet = load_workbook(BytesIO(book)).worksheets[0]
    header, *lines = sheet.iter_rows(values_only=True)
    assert sheet.freeze_panes == "A2"
    assert header[2:5] == ("1", "2", "3")
    assert all(isinstance(row[header.index("Coeficienți")], int | float) for row in lines)
    played = [cell for row in lines for cell in row[2:5] if cell]
    assert len(played) == 2
    assert all(len(str(cell).split("; ")) == 2 for cell in played)
    assert all(name in pages(printed) for name in NAMES)


async def test_the_command_line_writes_every_list(cup: Season, tmp_path: Path) -> None:
    """`turretur export` with a competition's code writes the workbook and the pages."""
    out = tmp_path / "out"
    asked = ["export", cup.code, "--database", cup.table.config.storage.url, "--out", str(out)]
    done = await asyncio.to_thread(CliRunner().invoke, main, asked)

    assert done.exit_code == 0, done.stderr
    (book,), (printed,) = out.glob("*.xlsx"), out.glob("*.pdf")
    names = load_workbook(book).sheetnames
    assert {"Clasament", "Partide", "Jucători", "Meciuri", "Tabelul grupei A"} <= {*names}
    assert all(name in pages(printed.read_bytes()) for name in NAMES)
