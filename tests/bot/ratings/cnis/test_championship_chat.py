"""The championship in texts and tables: published scales, points, seasons, rounds."""

import io
from base64 import b64decode
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from bot.documents.render.lists.listing import render_listing
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.listing import BLANK, Table, table_from_json, table_to_json, tables_of
from bot.ratings.calculation.task import TaskAction
from bot.ratings.calculation.task_results import unpack, unpack_sheet
from bot.ratings.calculation.wording import fault_from_json, sheet_text
from bot.ratings.cnis.table_views import find_tables, scale_ref, table_view
from bot.ratings.cnis.typed_input import ScaleQuery, read_scale, read_typed_places
from bot.ratings.jobs.calculating import check, rate
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.errors import GameStateError, NotationError
from storage.db import Database
from tests.bot.ratings.lists.given import task_of
from tests.rating_files import EVENTS, GAMES, NAMES, calendar, csv_of
from tests.storage.conftest import sqlite_url  # noqa: F401  (a fixture)

SCALE_14 = [606, 438, 370, 317, 273, 235, 201, 169, 141, 114, 88, 64, 42, 20]
SCALE_100 = [1000, 859, 801, 757, 720, 688, 659, 632, 608, 585]
PLAYERS = csv_of(
    "player,born,club,rating", (f"{name},{1950 + 9 * n},Argus,150" for n, name in enumerate(NAMES))
)


def words(text: Text) -> str:
    """Return a text as people read it."""
    return load_catalogue("ro").plain(text)


def made(system: str, *contents: bytes, **more: Any) -> tuple[list[Table], dict[str, Any]]:
    """Return the tables of a task, and its outcome."""
    task, files = task_of(system, *contents, action=TaskAction.RATE, **more)
    stages: list[str] = []
    outcome = rate(task, files, stages.append)
    return list(tables_of(unpack(b64decode(outcome["result"])))), outcome


def column(found: Table, number: int) -> list[str]:
    """Return a column as it is read."""
    cells = [row[number] for row in found.rows]
    return [words(cell) if isinstance(cell, Text) else str(cell) for cell in cells]


@pytest.mark.parametrize(("participants", "first"), [(14, SCALE_14), (100, SCALE_100)])
async def test_scales_are_those_published(
    sqlite_url: str,  # noqa: F811
    participants: int,
    first: list[int],
) -> None:
    """14 and the top of 100; every table says that its values are a reconstruction."""
    async with Database(sqlite_url) as db, db.reading() as tx:
        tables, number, run = await find_tables(tx, scale_ref(participants, Fraction(0)))

    assert column(tables[number], 1)[: len(first)] == [str(points) for points in first]
    view = table_view(tables, number, run)
    assert "reconstruite" in words(view.text)
    assert ", ".join(map(str, first)) in words(view.text)
    data = [button.data for row in view.buttons for button in row]
    assert all(len(each) <= 64 for each in data)
    assert any(each.startswith("page:p:scale.") for each in data)


async def test_a_scale_that_never_was_is_gone(sqlite_url: str) -> None:  # noqa: F811
    """A button of an unknown scale is answered that the scale does not exist."""
    async with Database(sqlite_url) as db, db.reading() as tx:
        for ref in ("scale.x.1.1", "scale.3.1.0", "scale.3", "17.senior", "", "x"):
            with pytest.raises(GameStateError):
                await find_tables(tx, ref)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("23 12", (23, Fraction(12))),
        ("N=23 V=-3,5", (23, Fraction(-7, 2))),
        ("23 v162", (23, Fraction(12))),
        ("23", (23, Fraction(0))),
        ("23 −2", (23, Fraction(-2))),
    ],
)
def test_a_scale_is_asked_for_in_a_line(text: str, wanted: tuple[int, Fraction]) -> None:
    """The line has N, and V or the game's value by rating."""
    assert read_scale(text) == ScaleQuery(participants=wanted[0], value=wanted[1])


@pytest.mark.parametrize(
    "text", ["", "x", "0 1", "23 12 1", "23 x", "1001", "5 vx", "23 v 162", "23 v"]
)
def test_what_is_no_scale_is_said(text: str) -> None:
    """The answer shows the correct input."""
    with pytest.raises(NotationError):
        read_scale(text)


def test_places_may_be_typed() -> None:
    """Line by line, with or without ratings; anything else is not places."""
    content = read_typed_places("1. Ana Pop, 165\n2) Ion Rus\n2 Dan-Radu Luca; 140,5\n\n4: X Y")
    assert content is not None
    assert content.decode().splitlines() == [
        "place,player,rating",
        "1,Ana Pop,165",
        "2,Ion Rus,",
        '2,Dan-Radu Luca,"140,5"',
        "4,X Y,",
    ]
    assert read_typed_places("1. Ana Pop") is None
    assert read_typed_places("1. Ana\nsalut") is None


def test_points_of_a_game_are_shared_by_equals() -> None:
    """Truncated to hundredths; V comes from the ratings, 150 for who has none."""
    places = (
        "place,player,rating\n"
        + "".join(f"{n},J{n},150\n" for n in range(1, 13))
        + "13,Y,150\n13,Z,\n"
    )
    (points,), _ = made("cnis_points", places.encode())

    assert column(points, 2)[:3] == ["606", "438", "370"]
    assert column(points, 2)[-2:] == ["31", "31"]
    assert column(points, 3)[-1] == "(42 + 20) : 2"
    assert column(points, 1)[-2:] == ["Y", "Z"]
    (valued,), _ = made("cnis_points", places.encode(), options={"value": "3.5"})
    assert "V = 4" in words(valued.words)


def test_a_season_has_tables_of_categories_and_events_with_titles() -> None:
    """Everybody's points have terms, and the spreadsheet has every table."""
    results = calendar(7, kinds=("classic", "free", "composition"))
    tables, outcome = made("cnis_season", results, PLAYERS)

    keys = [each.key for each in tables]
    assert keys[:4] == ["senior", "senior.free", "senior.duplicate", "senior.composition"]
    assert {"dean", "hopeful"} <= set(keys)
    senior = tables[0]
    assert column(senior, 1)[0] in NAMES
    assert "🥇 Campion național, absolut: " in words(senior.words)
    sheet = "\n".join(
        words(text) for text in sheet_text(unpack_sheet(b64decode(outcome["sheets"]["ana pop"][1])))
    )
    assert "4 ianuarie 2025, Duplicat clasic, Etapa 1: locul 1: " in sheet
    assert "(nu contează)" in sheet
    book = load_workbook(io.BytesIO(b64decode(outcome["book"])))
    assert len(book.sheetnames) == len(tables)
    view = table_view(tables, 0, "12", has_terms=True)
    data = [button.data for row in view.buttons for button in row]
    assert "page:t:12.senior.free:0" in data
    assert not [each for each in data if each.startswith("page:t:12.dean.")]
    assert data[-1] == "page:w:12.senior"


def test_a_round_has_tables_and_room_for_scores() -> None:
    """Clubmates are separated if possible; score cells in the spreadsheet are empty."""
    clubs = csv_of(
        "player,club,rating",
        (f"{name},{'AB'[n % 2]},{150 - n}" for n, name in enumerate(NAMES[:7])),
    )
    (posted, order), outcome = made("cnis_round", clubs)

    assert column(posted, 0) == ["1", "2", "3"]
    assert set(column(posted, 2)) == {BLANK}
    side = {name: "AB"[n % 2] for n, name in enumerate(NAMES)}
    assert all(
        side[one] != side[other]
        for one, other in zip(column(posted, 1), column(posted, 3), strict=True)
    )
    assert "Pauză: " in words(posted.words)
    assert column(order, 0) == [str(n) for n in range(1, 8)]
    sheet = load_workbook(io.BytesIO(b64decode(outcome["book"]))).worksheets[0]
    assert [cell.value for cell in sheet["C"]][1:] == [None] * 3


def test_the_next_round_follows_from_the_games_played() -> None:
    """The next round has the next number and repeats no pair."""
    clubs = csv_of("player,club,rating", (f"{name},,{150 - n}" for n, name in enumerate(NAMES[:4])))
    games = csv_of(
        GAMES,
        [
            f"2025-02-01,Open,1,{NAMES[0]},{NAMES[1]},400,300",
            f"2025-02-01,Open,1,{NAMES[2]},{NAMES[3]},400,390",
        ],
    )
    (posted, _), _ = made("cnis_round", clubs, games)

    assert words(posted.title) == "Runda 2"
    pairs = zip(column(posted, 1), column(posted, 3), strict=True)
    assert list(map(set, pairs)) == [{NAMES[0], NAMES[2]}, {NAMES[1], NAMES[3]}]


@pytest.mark.parametrize(
    ("system", "contents", "sentence"),
    [
        ("cnis_round", (b"player,club\nAna,A\n",), "jucători: 1; trebuie cel puțin 2"),
        (
            "cnis_season",
            (csv_of(EVENTS, ["2025-01-01,free,1,Ana Popp,1"]), b"player,born\nAna Pop,1980\n"),
            "rândul 2, coloana player: „Ana Popp” nu este în f2.csv; seamănă cu „Ana Pop”",
        ),
        (
            "cnis_points",
            (b"place,player\n1,A\n3,B\n",),
            "rândul 3, coloana place: locul 3 în loc de 2",
        ),
        ("cnis_points", (b"place,player,rating\nx,,y\n",), "rândul 2, coloana player"),
    ],
)
def test_faults_are_reported(system: str, contents: tuple[bytes, ...], sentence: str) -> None:
    """Errors name the line, those of the regulation included."""
    outcome = check(*task_of(system, *contents))
    found = [fault_from_json(fault).text for each in outcome["faults"].values() for fault in each]
    assert sentence in words(found[0])


def test_missing_rounds_are_an_error_of_the_results() -> None:
    """The list of players is right, so its file is not named."""
    players = b"player,club\nAna,A\nIon,A\nDan,A\nEva,A\n"
    results = csv_of(GAMES, ["2025-05-01,X,3,Ana,Ion,400,300", "2025-05-01,X,3,Dan,Eva,400,300"])

    outcome = check(*task_of("cnis_round", players, results))

    (number,) = outcome["faults"]
    assert outcome["roles"][number] == "results"


def test_a_scale_that_the_organisers_table_lacks_is_an_error_of_that_table() -> None:
    """Ten players need a column that a table for twelve does not have."""
    scales = "loc,12\n" + "".join(f"{place},{100 - place}\n" for place in range(1, 13))
    places = "place,player\n" + "".join(f"{n},J{n}\n" for n in range(1, 11))

    outcome = check(*task_of("cnis_points", places.encode(), scales.encode()))

    (number,) = outcome["faults"]
    assert outcome["roles"][number] == "scales"


def test_an_organisers_own_table_is_used() -> None:
    """No text then mentions a reconstruction."""
    scales = "loc,10\n" + "".join(f"{place},{100 - place}\n" for place in range(1, 11))
    places = "place,player\n" + "".join(f"{n},J{n}\n" for n in range(1, 11))
    (points,), _ = made("cnis_points", places.encode(), scales.encode())

    assert column(points, 2) == [str(100 - place) for place in range(1, 11)]
    assert "reconstruite" not in words(points.words)


def test_tables_are_read_back_drawn_and_printed() -> None:
    """Tables are read back from JSON, and forty rows make a page."""
    places = "place,player\n" + "".join(f"{n},Jucătorul {n}\n" for n in range(1, 91))
    (points,), _ = made("cnis_points", places.encode())

    assert table_from_json(table_to_json(points)) == points
    assert points.pages == 3
    rows = [row for page in range(3) for row in points.view(page, words).rows]
    assert len(rows) == 90
    assert render_listing(points.view(2, words)).startswith(b"\x89PNG")
    printed = exported([points.sheet(words)], FileForm.PDF, date(2025, 3, 1), words)
    assert printed == exported([points.sheet(words)], FileForm.PDF, date(2025, 3, 1), words)
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)
    assert all(f"Jucătorul {number}" in text for number in range(1, 91))
