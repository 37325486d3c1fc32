"""Clubs' own player files: with a title row, other columns, or unexplained columns."""

from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import Workbook

from sandbox import SandboxUser
from tests.bot.documents.tables.files import ods, ods_row
from tests.e2e.championship import Championship, press
from tests.e2e.competitions.kept_spreadsheets_shared import first_rows
from tests.e2e.texts import facts_of, mentions, says, told, worded

HEADINGS = ("Nr.", "Numele și prenumele", "Clubul", "Rating", "Telefon")
CLUB = (
    ("1", "Ana Pop", "Cluj", "1543", "0722"),
    ("2", "Ion Rus", "Iași", "1620", ""),
    ("3", "Dan Ene", "Cluj", "—", ""),
    ("4", "Ema Ilie", "Iași", "1480", ""),
    ("5", "Geo Luca", "", "1700", ""),
    ("6", "Vio Marin", "Brașov", "1399", ""),
)
TITLED = (("Lista jucătorilor, 2025",), HEADINGS, *CLUB)
BARE = "Ana Pop;Iași Nord;1543;7\nIon Rus;Cluj Est;1620;8\nDan Ene;Brașov Sud;1480;9\n"
"""Two columns of texts with two words each, and two of numbers: nothing is clear."""


def content_of(kind: str) -> bytes:
    """Return the club's list in a file of that kind."""
    if kind == "ods":
        return ods("".join(ods_row(*row) for row in TITLED))
    if kind == "csv":
        return "\n".join(";".join(row) for row in TITLED).encode("utf-16")
    book, out = Workbook(), BytesIO()
    sheet = book.create_sheet(index=0)
    for row in TITLED:
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["xlsx", "ods", "csv"])
async def test_a_list_under_a_title_is_understood_and_shown_first(
    championship: Championship, kind: str
) -> None:
    """The bot shows every row as it read it, and enters nobody before the button."""
    (shown,) = await championship.send(f"Lista.{kind}", content_of(kind))

    assert mentions(shown, "comp.file_understood", n=6)
    assert first_rows(shown) == [
        "Ana Pop",
        "Ion Rus",
        "Dan Ene",
        "Ema Ilie",
        "Geo Luca",
        "Vio Marin",
    ]
    assert mentions(shown, "comp.titles_aside", titles="Lista jucătorilor, 2025")
    assert mentions(shown, "comp.columns_aside", columns="Nr., Telefon")
    assert mentions(shown, "comp.column_as.name", what="Numele și prenumele")
    assert (await championship.now()).phase.entries == ()
    await championship.press("button.comp.enter")

    entries = (await championship.now()).phase.entries
    assert [(entry.club, entry.seeding) for entry in entries] == [
        ("Cluj", 3),
        ("Iași", 2),
        ("Cluj", None),
        ("Iași", 4),
        ("", 1),
        ("Brașov", 5),
    ]


async def test_unclear_columns_are_asked_by_buttons_also_after_a_restart(
    championship: Championship,
) -> None:
    """The bot asks for unclear columns in turn, and keeps the answers after a restart."""
    (shown,) = await championship.send("lista.csv", BARE.encode())
    assert mentions(shown, "comp.ask_column.name")
    assert worded("button.comp.list_no_column") not in shown.labels
    await championship.press("button.comp.list_column", label="Ana Pop")
    await championship.table.stop_bot()
    await championship.table.start_bot()
    assert mentions(shown, "comp.ask_column.club")
    await championship.press("button.comp.list_column", label="Iași Nord")
    assert mentions(shown, "comp.ask_column.rating")
    await championship.press("button.comp.list_no_column")
    assert mentions(shown, "comp.ask_column.seed")
    await championship.press("button.comp.list_column", label="D. 7")
    assert mentions(shown, "comp.file_understood", n=3)
    await championship.press("button.comp.list_columns")
    assert mentions(shown, "comp.ask_column.name")
    await championship.press("button.comp.list_column", label="Ana Pop")
    assert mentions(shown, "comp.ask_column.given_name")
    await championship.press("button.comp.list_no_column")
    await championship.press("button.comp.list_column", label="Iași Nord")
    await championship.press("button.comp.list_column", label="1543")
    await championship.press("button.comp.list_no_column")
    await championship.press("button.comp.enter")

    entries = (await championship.now()).phase.entries
    assert [(one.club, one.seeding) for one in entries] == [
        ("Iași Nord", 2),
        ("Cluj Est", 1),
        ("Brașov Sud", 3),
    ]


async def test_a_long_list_is_shown_in_pages(championship: Championship) -> None:
    """The preview shows every name of the file, forty at a time.

    A row of unknown headings is no player: one button says that the first row is the heading.
    """
    given = ("Ana", "Bogdan", "Corina", "Emil", "Horia", "Iulia", "Olga", "Tudor", "Vasile")
    surnames = ("Pop", "Ionescu", "Marin", "Rusu", "Stan")
    names = [f"{one} {other}" for one in given for other in surnames]
    (shown,) = await championship.send("lista.csv", "\n".join(["nume", *names]).encode())
    assert [name for name in names if name in shown.text] == names[:40]

    await championship.press("button.list_on")

    assert [name for name in names if name in championship.card.text] == names[40:]

    (shown,) = await championship.send("lista.csv", b"Cine\nAna Pop\nIon Rus\n")
    assert mentions(shown, "comp.file_understood", n=3)
    await championship.press("button.comp.list_headings")
    assert mentions(shown, "comp.file_understood", n=2)
    await championship.press("button.comp.enter")

    assert sorted((await championship.names()).values()) == ["Ana Pop", "Ion Rus"]


async def test_a_single_cell_is_no_player(championship: Championship) -> None:
    """A file of one cell is refused; the list sent before it still waits."""
    await championship.send("lista.csv", content_of("csv"))
    before = championship.card
    for name, content in (
        ("lista.csv", b"Ana Pop\n"),
        ("lista.ods", ods(ods_row("Lista jucătorilor"))),
    ):
        (answer,) = await championship.send(name, content)
        assert mentions(answer, "table.one_cell")
        assert worded("button.comp.enter", n=1) not in answer.labels
    assert (await championship.now()).phase.entries == ()
    await press(championship.table, championship.arbiter, before, "button.comp.enter")
    assert len((await championship.now()).phase.entries) == 6


async def test_seeds_that_collide_are_named_before_anybody_is_taken(
    championship: Championship,
) -> None:
    """A seeding used twice, in the file or since the preview, stops the import."""
    content = "Nume;Cap de serie\nAna Pop;1\nIon Rus;1\nDan Ene;2\n"
    (shown,) = await championship.send("lista.csv", content.encode())
    assert mentions(shown, "table.seed_twice", found=1, first="Ana Pop", other="Ion Rus")
    assert mentions(shown, "comp.file_understood", n=2)
    card = championship.card
    (pasted,) = await championship.say("Geo Luca, , 2\nEma Ilie\nVio Marin")
    assert mentions(pasted, "comp.understood", n=3)
    await championship.press("button.comp.enter")
    await championship.send("lista.csv", content.encode())

    assert mentions(championship.card, "table.seed_twice", first="Geo Luca", other="Dan Ene")
    assert (await championship.now()).phase.entries[0].seeding == 2
    await press(championship.table, championship.arbiter, card, "button.comp.enter")
    assert len((await championship.now()).phase.entries) == 3
    await press(championship.table, championship.arbiter, card, "button.comp.enter")
    assert len((await championship.now()).phase.entries) == 4


async def test_a_file_waits_for_its_arbiter_alone_and_not_for_ever(
    championship: Championship,
) -> None:
    """Another arbiter's press, an old view's press and a press after a week enter nobody."""
    table = championship.table
    deputy = await _deputy(championship)
    await championship.send("lista.csv", BARE.encode())
    asked = championship.card
    question = next(one.data for one in asked.buttons if "Ana Pop" in one.label)
    await table.forge(deputy, deputy.messages[-1], question)
    assert mentions(asked, "comp.ask_column.name")
    await championship.press("button.comp.list_column", label="Ana Pop")
    await table.forge(championship.arbiter, asked, question)
    assert mentions(asked, "comp.ask_column.club"), "an earlier view's button changed the list"
    for _ in range(3):
        await championship.press("button.comp.list_no_column")
    enter = next(one.data for one in asked.buttons if ":enter:" in one.data)
    await table.forge(deputy, deputy.messages[-1], enter)
    assert (await championship.now()).phase.entries == ()
    await table.sandbox.travel(timedelta(days=8))
    await championship.press("button.comp.enter")

    assert (await championship.now()).phase.entries == ()
    assert mentions(asked, "comp.list_gone")


async def _deputy(championship: Championship) -> SandboxUser:
    """Return a second arbiter of the competition."""
    table = championship.table
    user = table.sandbox.add_user("Dora Arbitru", language_code="ro")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await table.join(user, link)
    await championship.press("button.comp.arbiters")
    await championship.press("button.comp.arbiter_on", label="Dora")
    assert told(user.messages, "comp.arbiter_added")
    assert not says(user.messages[-1], "comp.list_gone")
    return user
