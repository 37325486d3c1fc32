import io
import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

import pytest
from openpyxl import Workbook, load_workbook

from bot.documents.standings.scene import Scene
from bot.documents.standings.workbook import sheets
from bot.documents.views.exports import FileForm, exported
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Plain, Text
from engine.competitions.results import correct_result, retire
from engine.ids import Leg, game_id
from engine.matches.match import Match
from tests.bot.documents.standings.samples import (
    excludes,
    figures_of,
    finished,
    open_matches,
    played,
    scene,
)
from tests.engine.competitions.desk import ION, LEVEL, Desk, running


def plain(text: Text) -> str:
    """Return the text in Romanian."""
    return load_catalogue("ro").plain(text)


def workbook(of: Scene, matches: Iterable[Match], plain: Plain) -> bytes:
    """Return a phase as an XLSX file."""
    return exported(sheets(of, matches, plain), FileForm.XLSX, of.today, plain)


def opened(desk: Desk, *, all_matches: bool = True) -> Workbook:
    """Return the file as another program opens it."""
    matches = open_matches(desk) if all_matches else []
    return load_workbook(io.BytesIO(workbook(scene(desk, *matches), matches, plain)))


def rows_of(book: Workbook, name: str) -> list[dict[str, object]]:
    """Return the rows of a sheet by column name."""
    header, *rows = book[name].iter_rows(values_only=True)
    return [dict(zip(map(str, header), row, strict=True)) for row in rows]


def test_the_official_table_comes_first() -> None:
    """The official table is first; provisional or overall one, games, chances and lists follow."""
    assert opened(played(4)).sheetnames == [
        "Clasament",
        "Clasament provizoriu",
        "Partide",
        "Șanse de calificare",
        "Tabelul grupei A",
        "Jucători",
        "Meciuri",
    ]
    assert opened(played(8, 2), all_matches=False).sheetnames == [
        "Clasament",
        "General",
        "Partide",
        "Șanse de calificare",
        "Tabelul grupei A",
        "Tabelul grupei B",
        "Jucători",
        "Meciuri",
    ]


@pytest.mark.article("8.1")
def test_the_games_make_the_table() -> None:
    """The sums of the approved games in the file equal the file's table."""
    book = opened(played(6))
    games = rows_of(book, "Partide")
    for row in rows_of(book, "Clasament"):
        total, scored = Decimal(0), 0
        for game in games:
            if game["Starea"] != "omologat":
                continue
            for colour in ("Roșu", "Albastru"):
                if game[colour] == row["Jucător"]:
                    total += Decimal(str(game[f"Coeficient {colour}"]))
                    scored += int(str(game[f"Scor {colour}"]))
        assert round(total, 4) == Decimal(str(row["Coeficienți"]))
        assert scored == row["Puncte"]


def test_every_game_has_its_state_article_and_arithmetic() -> None:
    """Each game has its state, and each result its article and arithmetic."""
    desk = played(4)
    games = rows_of(opened(desk), "Partide")
    assert len(games) == 12
    assert {game["Starea"] for game in games} == {"omologat", "propus, neomologat"}
    for game in games:
        assert game["Articol"] in {"8.1", "8.4", "9.5"}
    reckoned = [game for game in games if str(game["Calcul"]).startswith("1 + ")]
    assert reckoned
    assert all(str(game["Scor Roșu"]) in str(game["Calcul"]) for game in reckoned)
    bare = rows_of(opened(desk, all_matches=False), "Partide")
    assert {game["Starea"] for game in bare} == {"omologat", "neînceput sau în desfășurare"}


@pytest.mark.article("10.3")
def test_what_a_ruling_set_is_said_to_be_a_ruling() -> None:
    """A corrected or void result refers to the arbiter's ruling instead of arithmetic."""
    desk = running(3)
    desk.homologates_all()
    match = desk.now.phase.matches[0]
    desk.does(correct_result, next(iter(match.games)), LEVEL, reason="art. 5.3")
    excludes(desk, ION)
    matches = [finished(desk.now, each.code, tuple(Leg)) for each in desk.now.phase.matches]
    book = load_workbook(io.BytesIO(workbook(scene(desk, *matches), matches, plain)))
    games = rows_of(book, "Partide")
    assert {game["Calcul"] for game in games} == {"prin decizia arbitrului"}


@pytest.mark.article("9.1")
def test_a_player_who_left_the_running_phase_is_named_in_the_remarks() -> None:
    """A player who withdrew keeps their row, with a remark."""
    desk = running(4)
    desk.does(retire, ION, reason="boală")

    notes = {row["Jucător"]: row["Observații"] for row in rows_of(opened(desk), "Clasament")}

    assert [who for who, note in notes.items() if note == "s-a retras"] == ["Ion Pop"]


def test_names_are_text_and_figures_are_numbers() -> None:
    """A name that begins with = is a text, and coefficients are numbers."""
    book = opened(played(4))
    cells = [cell for row in book["Clasament"].iter_rows() for cell in row]
    assert "=HYPERLINK(1)" in {cell.value for cell in cells}
    assert all(cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row)
    sums = [cell for cell in cells if cell.number_format == "0.0000"]
    assert len(sums) == 4
    assert all(isinstance(cell.value, float) for cell in sums)


def test_prospects_are_those_of_the_official_table() -> None:
    """Each player's prospects equal those of the official table."""
    desk = played(4)
    seen = scene(desk)
    lines = rows_of(opened(desk), "Șanse de calificare")
    assert len(lines) == 4
    for line, row in zip(lines, seen.tables["A"], strict=True):
        known = seen.prospect_of(row.player)
        assert known is not None
        assert line["Partide rămase"] == known.open_games
        assert (line["Cel mai bun loc"], line["Cel mai slab loc"]) == (known.best, known.worst)
        assert Decimal(str(line["Coeficienți, cel mult"])) == known.most


def test_the_same_table_gives_the_same_file() -> None:
    """The same table gives the same file, byte for byte."""
    desk = played(4)
    one, other = (workbook(scene(desk), [], plain) for _ in range(2))
    assert one == other


@pytest.mark.article("8.1")
def test_a_crosstable_has_the_coefficients_of_games_without_scores() -> None:
    """A season of coefficients alone is not written with the scores of None."""
    desk = played(2, homologated=9)
    home, back = (game_id(desk.now.phase.matches[0].code, leg) for leg in Leg)
    results = {
        home: replace(figures_of(home), red_score=None, blue_score=None),
        back: figures_of(back),
    }
    desk.now = replace(desk.now, phases=(replace(desk.now.phase, results=results),))

    row, _ = rows_of(opened(desk, all_matches=False), "Tabelul grupei A")

    games = next(str(text) for text in row.values() if ";" in str(text))
    assert re.fullmatch(r"\d,\d{4}; \d{3}–\d{3} \(\d,\d{4}\)", games)


@pytest.mark.article("8.1")
def test_a_crosstable_keeps_the_place_of_a_home_game_without_a_result() -> None:
    """A return game alone stands behind a dash, so that no reader takes it for the home game."""
    desk = played(2, homologated=9)
    back = game_id(desk.now.phase.matches[0].code, Leg.RETURN)
    results = {back: figures_of(back)}
    desk.now = replace(desk.now, phases=(replace(desk.now.phase, results=results),))

    row, _ = rows_of(opened(desk, all_matches=False), "Tabelul grupei A")

    games = next(str(text) for text in row.values() if ";" in str(text))
    assert re.fullmatch(r"–; \d{3}–\d{3} \(\d,\d{4}\)", games)
