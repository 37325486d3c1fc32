"""Forms of games that began elsewhere: read and checked, they give the games played."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from bot.documents.tables.import_blank import blank_form
from bot.documents.tables.import_form import read_import
from bot.documents.tables.import_stated import GAMES, SHEETS, FormFault
from bot.service.pure.competitions.sequence_scopes import with_scope
from bot.service.pure.matches.checked_import import CheckedImport, ImportTerms
from bot.service.pure.matches.form_parts import pairings_of, players_of
from bot.service.pure.matches.import_check import check_import
from bot.texts.i18n import load_catalogue
from engine.games.audit import audit
from engine.games.events import Passed
from engine.games.game import Game, Stage
from engine.ids import MatchCode, PersonId, Seat
from engine.rulesets import NATIONAL_2025, SequenceScope
from tests.examples import HALF
from tests.import_forms import form, game_line, leave_lines, move_lines
from tests.random_games import EDITION, NOW, START, WORDS, bare, played

NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}
TERMS = ImportTerms(
    rules=NATIONAL_2025, edition=EDITION, lexicon=WORDS, arbiter=PersonId(9), at=NOW
)
ROMANIAN = load_catalogue("ro")


def checked(content: bytes, terms: ImportTerms = TERMS) -> tuple[CheckedImport, list[FormFault]]:
    """Return the form, read and checked, with all its errors."""
    found, faults = read_import(content, "partide.xlsx")
    people = {key: PersonId(number) for number, key in enumerate(players_of(found), 1)}
    codes = [MatchCode(f"M{number}") for number in range(1, 1 + len(pairings_of(found)))]
    result = check_import(found, terms, people, codes)
    return result, [*faults, *result.faults]


def error_lines(faults: Iterable[FormFault]) -> list[str]:
    """Return each error as sheet, row, column and key."""
    return [f"{one.sheet} {one.row} {one.column}: {ROMANIAN.plain(one.what)}" for one in faults]


@settings(max_examples=HALF, deadline=None)
@given(st.integers(min_value=0, max_value=10**6))
def test_a_game_written_into_the_form_comes_back_the_same(seed: int) -> None:
    """Board, racks, scores, days, leave and turn equal the engine's, without errors."""
    game = played(seed)
    content = form(
        [game_line(game, NAMES)], move_lines(game), leave_lines({"Ana Pop": game.red.leave})
    )

    found, faults = checked(content)

    assert error_lines(faults) == []
    (imported,) = found.games
    assert bare(imported.game) == bare(game)
    assert imported.game.imported
    assert audit(imported.events) == ()


@pytest.mark.parametrize("group", ["Grupa valorică A", "A:1", "*", "A-B"])
def test_a_name_that_cannot_be_shown_is_no_name_of_a_group(group: str) -> None:
    """Two long names are not cut to one, and no name breaks a button or the site's address."""
    content = form([{**game_line(played(1), NAMES), "group": group}], move_lines(played(1)))

    _, faults = checked(content)

    assert any(
        f"„{group.upper()}” nu poate fi nume de grupă" in line for line in error_lines(faults)
    )


@pytest.mark.parametrize(
    ("value", "found"), [("0", "o penalizare de 0"), ("mult", "„mult” nu este un număr")]
)
def test_a_penalty_is_refused_by_what_was_written(value: str, found: str) -> None:
    """Neither a penalty of nothing nor a word is answered with a number that nobody wrote."""
    ruling = {"colour": "roșu", "what": "penalizare", "value": value, "on": "03.03.2026"}
    content = form(
        [game_line(played(1), NAMES)],
        move_lines(played(1)),
        rulings=[{**ruling, "reason": "art. 10.3"}],
    )

    _, faults = checked(content)

    assert any(found in line for line in error_lines(faults))


def test_a_final_needs_both_of_its_days() -> None:
    """One of the two days is no final without a word, but an error."""
    content = form(
        [game_line(played(1), NAMES)],
        move_lines(played(1)),
        about={"final_start": "15.01.2027"},
    )

    _, faults = checked(content)

    assert any("lipsește o zi a finalei" in line for line in error_lines(faults))


@pytest.mark.parametrize("scope", SequenceScope)
def test_no_day_of_return_games_is_asked_for(scope: SequenceScope) -> None:
    """Return games of an imported competition share no sequence, whatever the federation's do."""
    game = played(1)
    closing = (START + timedelta(days=400)).strftime("%d.%m.%Y")
    content = form(
        [game_line(game, NAMES)],
        move_lines(game),
        about={"title": "Cupa", "start": START.strftime("%d.%m.%Y"), "closing": closing},
    )

    _, faults = checked(content, replace(TERMS, rules=with_scope(NATIONAL_2025, scope)))

    assert error_lines(faults) == []


@pytest.mark.parametrize(("titles", "games"), [(10, 1), (11, 0)])
def test_titles_may_stand_above_the_headings(titles: int, games: int) -> None:
    """A sheet with up to ten rows of titles is read; with more, its headings are missing."""
    book = load_workbook(BytesIO(form([game_line(played(1), NAMES)], move_lines(played(1)))))
    sheet = book[SHEETS[GAMES][0]]
    sheet.insert_rows(1, titles)
    for row in range(1, titles + 1):
        sheet.cell(row, 1, f"Runda {row}")
    titled = BytesIO()
    book.save(titled)
    found, faults = read_import(titled.getvalue(), "partide.xlsx")

    assert len(found.games) == games
    assert bool(faults) is not bool(games)


def long_game() -> Game:
    """Return a running game with at least six plays."""
    found = (played(seed) for seed in range(200))
    return next(
        game
        for game in found
        if game.stage is Stage.RUNNING
        and len(game.moves) >= 6
        and not any(isinstance(move, Passed) for move in game.moves)
    )


Change = Callable[[list[dict[str, str | int]]], None]


def with_cell(row: int, column: str, value: str | int) -> Change:
    """Return what writes that value into a row of the moves."""

    def change(lines: list[dict[str, str | int]]) -> None:
        lines[row][column] = value

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param(
            with_cell(2, "points", 999), "Depuneri 4 Puncte: Ai scris 999", id="a wrong score"
        ),
        pytest.param(with_cell(3, "total", 1), "Depuneri 5 Total: Ai scris 1", id="a wrong total"),
        pytest.param(with_cell(3, "days", 29), "Depuneri 5 Zile: Ai scris 29", id="wrong days"),
        pytest.param(
            with_cell(1, "colour", "R"),
            "Depuneri 3 Culoarea: În turul 1 este la rând ALBASTRU",
            id="the other's turn",
        ),
        pytest.param(
            with_cell(1, "placement", "A1 ZZZ"), "Depuneri 3 Depunerea: ", id="off the word"
        ),
        pytest.param(
            with_cell(2, "sent", "31.02.2026"),
            "Depuneri 4 Trimisă la: „31.02.2026” nu este o dată",
            id="no date",
        ),
        pytest.param(
            with_cell(0, "sent", "01.01.2031"), "Depuneri 2 Trimisă la: ", id="a day to come"
        ),
        pytest.param(
            with_cell(2, "received", "01.01.2026"),
            "Depuneri 4 Primită la: ",
            id="arrived before it was sent",
        ),
        pytest.param(
            with_cell(2, "game", "X9"), "Depuneri 4 Partida: nu există", id="no such game"
        ),
    ],
)
def test_a_fault_is_named_by_sheet_row_and_column(change: Change, fault: str) -> None:
    """The first error is the one made, in its place."""
    game = long_game()
    lines = move_lines(game)
    change(lines)

    _, faults = checked(
        form([game_line(game, NAMES)], lines, leave_lines({"Ana Pop": game.red.leave}))
    )

    assert error_lines(faults)[0].startswith(fault)


def test_all_faults_are_named_at_once() -> None:
    """A wrong score does not hide a wrong day, an unknown player's leave or an unlisted word."""
    game = long_game()
    lines = move_lines(game)
    lines[1]["points"], lines[3]["days"] = 999, 28
    leave = [{"player": "Nimeni", "first": "10.03.2026", "last": "11.03.2026"}]

    terms = replace(TERMS, lexicon=WORDS - {game.moves[4].words[0].upper()})  # type: ignore[union-attr]
    _, faults = checked(form([game_line(game, NAMES)], lines, leave), terms)

    found = [(one.sheet, one.row) for one in faults]
    assert {("Depuneri", 3), ("Depuneri", 5), ("Depuneri", 6), ("Concedii", 2)} <= {*found}


def test_a_word_that_was_accepted_is_no_fault() -> None:
    """`da` below *Admisă* accepts an unlisted word (art. 5.3)."""
    game = long_game()
    lines = move_lines(game)
    word = game.moves[2].words[0].upper()  # type: ignore[union-attr]
    terms = replace(TERMS, lexicon=WORDS - {word})
    leave = leave_lines({"Ana Pop": game.red.leave})
    rows = [number for number, line in enumerate(lines) if word in str(line["placement"]).upper()]
    for number in rows:
        lines[number]["accepted"] = "da"

    _, faults = checked(form([game_line(game, NAMES)], lines, leave), terms)

    assert error_lines(faults) == []


def test_leave_that_breaks_the_rules_is_named() -> None:
    """Leave announced too late, or over ten days in all, is reported (art. 7.2)."""
    game = long_game()
    leave = [
        {"player": "Ion Rus", "first": "10.04.2026", "last": "15.04.2026"},
        {"player": "Ion Rus", "first": "20.05.2026", "last": "26.05.2026"},
        {
            "player": "ana pop",
            "first": "11.03.2026",
            "last": "14.03.2026",
            "announced": "12.03.2026",
        },
    ]

    _, faults = checked(form([game_line(game, NAMES)], move_lines(game), leave))

    assert [(one.sheet, one.row, one.column) for one in faults] == [
        ("Concedii", 3, "Prima zi"),
        ("Concedii", 4, "Anunțat la"),
    ]


def test_a_sequence_of_other_tiles_is_named() -> None:
    """Missing and surplus tiles are named (art. 1.3)."""
    game = long_game()
    line = game_line(game, NAMES, sequence=game.sequence.replace("X", "Z"))

    _, faults = checked(form([line], move_lines(game)))

    assert error_lines(faults)[0].startswith("Partide 2 Șirul: ")
    assert "X1" in error_lines(faults)[0]


def test_the_empty_form_states_nothing_but_examples() -> None:
    """The bot's form, in either language, has examples and no games."""
    for language in ("ro", "en"):
        word = load_catalogue(language).plain
        found, faults = read_import(blank_form(word, language, START), "form.xlsx")
        assert not found.games
        assert [one.row for one in faults] == [0]


def test_the_form_is_read_in_english_too() -> None:
    """Headings and words of the English form mean the same."""
    game = long_game()
    lines = [
        {**one, "colour": {"R": "red", "A": "blue"}[str(one["colour"])]} for one in move_lines(game)
    ]
    line = game_line(game, NAMES, leg="home")

    found, faults = checked(
        form([line], lines, leave_lines({"Ana Pop": game.red.leave}), language=1)
    )

    assert error_lines(faults) == []
    assert bare(found.games[0].game) == bare(game)
