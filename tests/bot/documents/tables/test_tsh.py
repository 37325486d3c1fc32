"""Tournaments of tsh: their lines become games and byes, and inconsistencies are named."""

import pytest

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.games import read_games
from bot.documents.tables.names import Names
from engine.ratings.protocol import Player
from tests.bot.documents.tables.files import refused, table

PLAYED = """# 31.05.2025 Open Cluj
Pop, Ana 1500 2 3 0; 400 350 50; p12 1 2 0
Rus, Ion 1400 1 4 3; 390 410 333

Ene, Dan 0 4 1 2; 300 360 444; off 1
Nae, Vlad 900 3 2; 280 200
"""


def test_its_lines_are_games() -> None:
    """Opponents and scores give each game once; byes give none."""
    found, firsts = read_games(table(PLAYED, "a.t"), Names())

    assert {
        (one.round, one.first, one.second, one.first_score, one.second_score) for one in found
    } == {
        (1, "Ana Pop", "Ion Rus", 400, 390),
        (1, "Dan Ene", "Vlad Nae", 300, 280),
        (2, "Ana Pop", "Dan Ene", 350, 360),
        (2, "Ion Rus", "Vlad Nae", 410, 200),
        (3, "Ion Rus", "Dan Ene", 333, 444),
    }
    assert {(f"{one.day}", one.tournament) for one in found} == {("2025-05-31", "Open Cluj")}
    assert firsts[Player("Dan Ene")] == (2, "player2")


@pytest.mark.parametrize(
    ("name", "day", "tournament"),
    [
        ("2025-05-31-open-cluj.t", "2025-05-31", "open cluj"),
        ("b/2025-05-31.t", "2025-05-31", "2025-05-31"),
        ("cluj 31.5.2025.t", "2025-05-31", "cluj"),
    ],
)
def test_the_file_is_called_by_its_day(name: str, day: str, tournament: str) -> None:
    """The file's name has the day, because no line has it."""
    content = PLAYED.split("\n", 1)[1]
    found, _ = read_games(table(content, name), Names())

    assert (f"{found[0].day}", found[0].tournament) == (day, tournament)


def test_pairings_without_a_score_are_left_out_and_counted() -> None:
    """A tournament that has not ended can be read."""
    file = table("# 2025-05-31\nPop, Ana 1500 2 2; 400\nRus, Ion 1400 1 1; 390\n", "a.t")
    found, _ = read_games(file, Names())

    assert len(found) == 1
    assert [remark.code for remark in file.remarks] == ["tsh_unplayed"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("Pop, Ana 1500 2;1\nRus, Ion 1400 1;1\n", ("tsh_day", 1, "")),
        ("# 2025-05-31\nPop, Ana 1500 2;1\nRus, Ion 1400 2;1\n", ("tsh_pairing", 2, "")),
        ("# 2025-05-31\nPop, Ana 1500 9;1\n", ("tsh_pairing", 2, "")),
        ("# 2025-05-31\nPop, Ana 1500 2;1\nRus, Ion 1400 1;\n", ("tsh_score", 3, "")),
        ("# 2025-05-31\nPop, Ana 1500 2;1\nRus Ion 14x\n", ("tsh_line", 3, "")),
        ("# 2025-05-31\nPop, Ana 1500 2;1\n" + "Rus " * 9000, ("tsh_line", 3, "")),
    ],
)
def test_what_does_not_agree_is_named(content: str, fault: tuple[str, int, str]) -> None:
    """The line is named, with advice if the day is missing."""
    if fault[0] == "tsh_pairing":
        with pytest.raises(TableError) as caught:
            read_games(table(content, "a.t"), Names())
        first = caught.value.faults[0]
        assert (first.code, first.line, first.column) == fault
        return
    assert refused(content) == fault


def test_a_score_without_an_opponent_is_an_error() -> None:
    """A line with more scores than opponents loses no game without a word."""
    content = "# 2025-05-31 Open\nPop, Ana 1500 2; 400 380\nRus, Ion 1500 1; 390\n"

    assert refused(content) == ("tsh_line", 2, "")


def test_numbers_of_a_register_several_ratings_and_lists_joined_by_plus() -> None:
    """These formats of other countries give the same games."""
    other = """# 31.05.2025 Open Cluj
Pop, Ana:XT000123 1500+1320+0 2+3+0; 400+350+50; p12 1 2 0
Rus, Ion:RO7 0+0+0 1 4 3; 390 410 333
Ene, Dan :XT000125 0 4 1 2; 300 360 444; off 1
Nae, Vlad 900 3+2; 280 +200
"""

    assert (
        read_games(table(other, "a.t"), Names())[0] == read_games(table(PLAYED, "a.t"), Names())[0]
    )


@pytest.mark.parametrize("at", [2, 4])
def test_a_line_that_is_not_understood_is_named(at: int) -> None:
    """An unknown line is named, even before the first player's line."""
    lines = PLAYED.splitlines()
    lines.insert(at - 1, "Ene Dan 12 x 3")
    assert refused("\n".join(lines)) == ("tsh_line", at, "")


@pytest.mark.parametrize("line", ["1 Pop, Ana 1200 2; 400", "Pop, Ana 1200 2 -3; 400 380"])
def test_a_file_called_so_is_named_by_line_also_where_none_is_understood(line: str) -> None:
    """Errors name the line, not the columns of a table of results."""
    with pytest.raises(TableError) as caught:
        list(read_rows(table(line, "2025-05-31-cluj.t")))
    assert [(fault.code, fault.line) for fault in caught.value.faults] == [("tsh_line", 1)]


@pytest.mark.parametrize("text", ["Ana 1 2,x\n", "name;rating\nAna 12;3\n", "Ana,1500,2\n"])
def test_other_lists_are_none(text: str) -> None:
    """Tables with separators are still read as tables."""
    assert len(next(iter(read_rows(table(text, "a.t"))))[1]) > 1
