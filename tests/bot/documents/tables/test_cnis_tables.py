"""Players, seasons and rounds of the championship: values read, and every error."""

from decimal import Decimal
from fractions import Fraction

import pytest

from bot.documents.tables.cell_texts import SENIORS, YOUTH
from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import PlayersFile, read_players
from bot.documents.tables.cnis_season import CnisSeason, read_season
from bot.documents.tables.faults import TableError
from engine.cnis.categories import Category
from engine.cnis.pairing import PlayedGame
from engine.cnis.season import GameType
from tests.bot.documents.tables.files import table

SEASON = "date,type,event,player,place,points,stage,value,game_value,competition\n"
ROUNDS = "date,tournament,round,player1,player2,score1,score2\n"


def people() -> PlayersFile:
    """Return two players and one who left."""
    text = "player,birth_year,club,opt_out,withdrawn,rating,classic\n"
    text += "Ana Pop,1950,X,both,,150,160\nDan,12.05.2001,x,Dean,,,\nEva,2012,,,da,,140\n"
    return read_players(table(text), with_birth=True)


def season(rows: str) -> dict[str, CnisSeason]:
    """Return the season of these rows."""
    return read_season(table(SEASON + rows), people())


def messages(error: TableError) -> list[str]:
    """Return the sentences of all errors."""
    return [str(fault) for fault in error.faults]


def test_players() -> None:
    """Each club has one spelling; a type's own rating precedes the general one."""
    found = people()
    ana, dan, eva = found.players.values()

    assert (ana.born, ana.club, dan.club, eva.club) == (1950, "X", "X", "")
    assert dan.born == 2001
    assert ana.opted_out == {Category.DEAN, Category.HOPEFUL}
    assert dan.opted_out == {Category.DEAN}
    assert ana.ratings[GameType.CLASSIC] == 160
    assert ana.ratings[GameType.FREE] == 150
    assert eva.ratings == {GameType.CLASSIC: 140}
    assert [one.name for one in found.contestants([])] == ["Ana Pop", "Dan"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Dan,young,,,,,", "line 2, column born: “young” is not a year of birth"),
        ("Dan,12001,,,,,", "line 2, column born: “12001” is not a year of birth"),
        ("Dan,,,,,,", "line 2, column born: the cell is empty"),
        (
            "Dan,2001,,both;hopeful,,,",
            "line 2, column opt_out: “both;hopeful” instead of dean, hopeful, both",
        ),
        ("Dan,2001,,,perhaps,,", "line 2, column withdrawn: “perhaps” instead of yes or nothing"),
        ("Dan,2001,,,,good,", "line 2, column rating: “good” is not a number"),
        ("Dan,2001,,,,,good", "line 2, column classic: “good” is not a number"),
        (",2001,,,,,", "line 2, column player: the cell is empty"),
        ("Dan,2001,,,,,\nDAN,2001,,,,,", "line 3, column player: is on line 2 already, as “Dan”"),
    ],
)
def test_faults_of_players(row: str, fault: str) -> None:
    """Each error is named by line and column."""
    with pytest.raises(TableError) as caught:
        read_players(
            table(f"player,born,club,opt_out,withdrawn,rating,classic\n{row}"), with_birth=True
        )

    assert messages(caught.value)[0].startswith(fault)


def test_a_season() -> None:
    """Games keep the file's order; local points and both competitions are distinguished."""
    found = season(
        "2025-03-01,classic,1,Dan,2,,,-3,,\n2025-03-01,classic,1,ana pop,1,,,-3,,\n"
        '2025-03-02,free,L,Dan,,"7,25",,,,\n'
        "2025-04-01,free,1,Eva,1,,Cluj,,152.5,youth\n2025-04-01,free,1,Dan,2,,Cluj,,152.5,youth\n"
    )
    (game,) = found[SENIORS].games
    (local,) = found[SENIORS].local
    (youth,) = found[YOUTH].games

    assert [(entry.player, entry.place, entry.value) for entry in game.entries] == [
        ("Dan", 2, Fraction(-3)),
        ("Ana Pop", 1, Fraction(-3)),
    ]
    assert (local.player, local.points) == ("Dan", Decimal("7.25"))
    assert (youth.stage, youth.entries[0].value) == ("Cluj", Fraction(5, 2))
    assert found[SENIORS].years == {2025}


def test_a_game_and_its_stage_may_be_spelt_in_several_ways() -> None:
    """As in files of collective games, such rows are of one game, whose places are complete."""
    rows = "2025-03-01,free,Cupa Iași,Dan,1,,Cluj,,,\n2025-03-01,free,cupa iasi,Eva,2,,CLUJ,,,\n"
    (game,) = season(rows)[SENIORS].games

    assert (game.name, game.stage, len(game.entries)) == ("Cupa Iași", "Cluj", 2)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("2025-03-01,classic,,Dan,1,,,,,", "line 2, column event: the name is missing"),
        ("2025-03-01,classic,1,Dam,1,,,,,", "line 2, column player: “Dam” is not in t.csv"),
        ("2025-03-01,classic,1,Ana Pip,1,,,,,", "it is close to “Ana Pop”"),
        (
            "2025-03-01,classic,1,Dan,,,,,,",
            "line 2, column place: write the place, or the points of a local tournament, not both",
        ),
        (
            "2025-03-01,classic,1,Dan,1,5,,,,",
            "line 2, column place: write the place, or the points of a local tournament, not both",
        ),
        (
            "2025-03-01,classic,1,Dan,0,,,,,",
            "line 2, column place: “0” is not a whole number from 1",
        ),
        ("2025-03-01,classic,1,Dan,,7.255,,,,", "line 2, column points: “7.255” is not a number"),
        (
            "2025-03-01,classic,1,Dan,1,,,x,,",
            "line 2, column value: “x” is not a number such as -3",
        ),
        (
            "2025-03-01,classic,1,Dan,1,,,1,151,",
            "line 2, column game_value: write value or game_value, not both",
        ),
        (
            "2025-03-01,free,1,Dan,1,,,,,open",
            "line 2, column competition: “open” instead of seniors or youth",
        ),
        (
            "2025-03-01,elliptic,1,Dan,1,,,,,youth",
            "line 2, column type: “elliptic” is not played by youth",
        ),
        ("2025-03-01,free,1,Dan,2,,,,,", "line 2, column place: place 2 instead of 1"),
        ("", "the table is empty"),
    ],
)
def test_faults_of_seasons(row: str, fault: str) -> None:
    """Each error is named by line and column, with a suggestion for a misspelt name."""
    with pytest.raises(TableError) as caught:
        season(row)

    assert fault in messages(caught.value)[0]


def test_rounds_played() -> None:
    """The file gives the games and byes of one tournament."""
    text = f"{ROUNDS}2025-03-01,Cupă,1,Dan,ana pop,400,380\n2025-03-01,CUPA,1,Eva,,,\n"

    assert read_history(table(text), people(), before=2) == (
        PlayedGame(round=1, first="Dan", second="Ana Pop", first_score=400, second_score=380),
        PlayedGame(round=1, first="Eva", second=None),
    )


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("2025-03-41,T,1,Dan,Eva,1,2", "line 2, column date"),
        ("2025-03-01,,1,Dan,Eva,1,2", "line 2, column tournament: the name is missing"),
        ("2025-03-01,T,0,Dan,Eva,1,2", "line 2, column round: “0” is not a whole number from 1"),
        ("2025-03-01,T,1,Dam,,,", "line 2, column player1: “Dam” is not in"),
        ("2025-03-01,T,1,Dan,dan,1,2", "line 2, column player2: Dan is on both sides of the game"),
        ("2025-03-01,T,1,Dan,Eva,1,", "line 2, column score2: the cell is empty"),
        (
            "2025-03-01,T,1,Dan,,,\n2025-03-01,T,1,Dan,,,",
            "line 3, column player1: Dan plays in round 1 already, on line 2",
        ),
    ],
)
def test_faults_of_rounds(rows: str, fault: str) -> None:
    """Each error is named by line and column."""
    with pytest.raises(TableError) as caught:
        read_history(table(ROUNDS + rows), people(), before=2)

    assert messages(caught.value)[0].startswith(fault)
