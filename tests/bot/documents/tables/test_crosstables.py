"""Crosstables: players in rows and columns, the results of their games in the cells."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from bot.documents.tables.crosstables.tables import Crosstables, read_crosstables
from bot.documents.tables.import_stated import Layout, SeasonAnswers
from engine.ids import Leg

ANA, ION, DAN = "Ana Pop", "Ion Rus", "Dan Ene"
NAMES = (ANA, ION, DAN)
SCORES = {
    (ANA, ION): ("524-480", "401-399"),
    (ANA, DAN): ("350-351", "420-380"),
    (ION, DAN): ("500-300", "299-400"),
}
"""The home and the return game of each pair; the first player is Red at home."""


def turned(score: str) -> str:
    """Return the score as the opponent has it."""
    return "-".join(reversed(score.split("-")))


def cells(text: str) -> dict[tuple[str, str], str]:
    """Return the cells of a layout; `text` formats a cell from `{0}` and `{1}`."""
    found = {}
    for pair, (home, back) in SCORES.items():
        found[pair] = text.format(home, back)
        found[pair[::-1]] = text.format(turned(home), turned(back))
    return found


def rows(
    found: Mapping[tuple[str, str], str], heads: Sequence[str] = NAMES, first: str = "Jucătorul"
) -> list[tuple[int, list[str]]]:
    """Return the rows of the table, with numbers and a total beside."""
    header = ["Nr.", first, *heads, "Total"]
    lines = [
        [
            f"{at}",
            one,
            *("■" if one == other else found.get((one, other), "") for other in NAMES),
            "",
        ]
        for at, one in enumerate(NAMES, 1)
    ]
    return list(enumerate([header, *lines], 1))


def read(table: Sequence[tuple[int, list[str]]], **answers: object) -> Crosstables:
    """Return the parsed table."""
    found = read_crosstables({"Foaia1": table}, SeasonAnswers(**answers))  # type: ignore[arg-type]
    assert found is not None
    return found


def results(found: Crosstables) -> set[tuple[str, str, Leg, tuple[int, int] | None]]:
    """Return the results as Red, Blue, leg and points."""
    assert not found.faults
    return {(one.red, one.blue, one.leg, one.scores) for one in found.results}


def points(score: str) -> tuple[int, int]:
    """Return the points of a score."""
    first, second = map(int, score.split("-"))
    return first, second


HOME = {(*pair, Leg.HOME, points(home)) for pair, (home, _) in SCORES.items()}
BOTH = HOME | {
    (*pair[::-1], Leg.RETURN, points(turned(back))) for pair, (_, back) in SCORES.items()
}
NUMBERS = ("1", "2", "3")


@pytest.mark.parametrize(("heads", "first"), [*product((NAMES, NUMBERS), ("Jucătorul", ""))])
@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        ("{0}", Layout.MIRROR, HOME),
        ("{0};{1}", Layout.PAIRS, BOTH),
        ("{0}\n{1}", Layout.PAIRS, BOTH),
        ("{0} / {1}", Layout.PAIRS, BOTH),
    ],
)
def test_cells_with_scores(
    text: str, layout: Layout, expected: object, heads: Sequence[str], first: str
) -> None:
    """A cell may have one game or two, below numbers or names, equal in both halves."""
    found = read(rows(cells(text), heads, first))

    assert found.layout is layout
    assert results(found) == expected


@pytest.mark.parametrize("home", ["– ; ", "−;\n", ";"])
def test_a_dash_keeps_the_place_of_a_home_game_without_a_result(home: str) -> None:
    """A pair with only a return result is read as the bot's own crosstables write it."""
    texts = cells("{0};{1}")
    texts[ANA, ION] = f"{home}300-400"
    texts[ION, ANA] = f"{home}400-300"

    found = results(read(rows(texts)))

    assert {one for one in found if {ANA, ION} == {*one[:2]}} == {
        (ION, ANA, Leg.RETURN, (400, 300))
    }


def test_halves_with_home_and_return_games() -> None:
    """Above the diagonal are the home games, below it the return games, the row's player first."""
    halves = {pair: home for pair, (home, _) in SCORES.items()}
    halves |= {pair[::-1]: turned(back) for pair, (_, back) in SCORES.items()}

    found = read(rows(halves))

    assert found.layout is Layout.HALVES
    assert results(found) == BOTH
    swapped = read(rows(halves), is_swapped=True)
    assert results(swapped) == {
        (red, blue, Leg.RETURN if leg is Leg.HOME else Leg.HOME, scores)
        for red, blue, leg, scores in BOTH
    }


def test_one_half_is_enough() -> None:
    """A table that is filled only below its diagonal has one game for each pair."""
    half = {pair[::-1]: turned(home) for pair, (home, _) in SCORES.items()}

    assert results(read(rows(half))) == HOME


def test_own_points_are_completed_across_the_diagonal() -> None:
    """A single number is the row player's points; the mirrored cell has the opponent's."""
    own = {pair: home.split("-")[0] for pair, home in cells("{0}").items()}

    assert results(read(rows(own))) == HOME
    del own[DAN, ION]
    (fault,) = read(rows(own)).faults
    assert (fault.row, fault.column, fault.what.key) == (4, ION, "import.both")


def test_own_coefficients_are_completed_too() -> None:
    """Decimals are coefficients, and so is a whole number beside them."""
    own = {(ANA, ION): "1,5219", (ION, ANA): "0,4781", (ANA, DAN): "1", (DAN, ANA): "1"}

    found = read(rows(own))

    worths = {(one.red, one.blue): one.coefficients for one in found.results}
    shown = {pair: tuple(map(str, worth or ())) for pair, worth in worths.items()}
    assert shown == {(ANA, ION): ("1.5219", "0.4781"), (ANA, DAN): ("1", "1")}


def test_points_with_coefficients_in_brackets() -> None:
    """A cell can have points with coefficients in brackets."""
    found = read(rows({(ANA, ION): "524-480 (1,5219)", (ION, ANA): "480-524 (0,4781)"}))

    (result,) = found.results
    assert (result.scores, tuple(map(str, result.coefficients or ()))) == (
        (524, 480),
        ("1.5219", "0.4781"),
    )


def test_two_columns_for_each_player() -> None:
    """Merged headings, with tur and retur below them."""
    lines = [["", "Nume", "1", "", "2", ""], ["", "", "tur", "retur", "tur", "retur"]]
    lines += [["1", ANA, "X", "X", "524", "401"], ["2", ION, "480", "399", "X", "X"]]

    found = read(list(enumerate(lines, 1)))

    assert found.layout is Layout.PAIRS
    assert results(found) == {one for one in BOTH if DAN not in one}


def test_two_lines_for_each_player() -> None:
    """The second line of a player, without a name, has the return games."""
    lines = [["Nume", ANA, ION], [ANA, "", "524-480"], ["", "", "401-399"], [ION, "480-524", ""]]

    found = read(list(enumerate(lines, 1)))

    assert results(found) == {one for one in BOTH if DAN not in one}


def test_the_names_of_two_players_need_no_heading() -> None:
    """Below numbered columns, the column of names is found by its content."""
    lines = [["", "1", "2"], [ANA, "", "524-480;401-399"], [ION, "", ""]]

    assert results(read(list(enumerate(lines, 1)))) == {one for one in BOTH if DAN not in one}


def test_a_remark_below_the_table_is_no_player() -> None:
    """The table ends with the last player who has a column."""
    table = [*rows(cells("{0};{1}")), (5, ["", "Arbitru: Zoe Lup"])]

    found = read(table)

    assert not found.faults
    assert results(found) == BOTH


def test_halves_that_partly_agree_are_unclear() -> None:
    """The bot asks the arbiter, and names the differing cells."""
    both = cells("{0}") | {(DAN, ION): "301-500"}

    assert read(rows(both)).layout is None
    (fault,) = read(rows(both), layout=Layout.MIRROR).faults
    assert (fault.sheet, fault.row, fault.column) == ("Foaia1", 4, ION)
    assert fault.what.key == "import.cross_differs"
    assert len(read(rows(both), layout=Layout.HALVES).results) == 6


def test_title_days_and_groups() -> None:
    """Title and days are above the first table, and each table has its group."""
    above = [["Cupa Primăverii 2019"], ["01.02.2019 – 30.06.2019"], ["Grupa B"]]
    lines = [*above, ["Nume", ANA, ION], [ANA, "", "524-480"], [ION, "", ""]]
    lines += [
        ["Grupa C"],
        ["Nume", "Ema Ban", DAN],
        ["Ema Ban", "", "400-300"],
        [DAN, "", ""],
    ]

    found = read(list(enumerate(lines, 1)))

    assert (found.title, [f"{day}" for day in found.days]) == (
        "Cupa Primăverii 2019",
        ["2019-02-01", "2019-06-30"],
    )
    assert [(one.group, one.red) for one in found.results] == [("B", ANA), ("C", "Ema Ban")]


@pytest.mark.parametrize(
    ("change", "row", "column", "key"),
    [
        ({(ANA, ION): "câștigat 524"}, 2, ION, "import.cross_cell"),
        ({(ANA, ION): "524-480;401-399;300-200"}, 2, ION, "import.cross_cell"),
        ({(ION, DAN): "1,9-0,1", (DAN, ION): ""}, 3, DAN, "import.coefficient"),
    ],
)
def test_faults_name_row_and_column(
    change: dict[tuple[str, str], str], row: int, column: str, key: str
) -> None:
    """A cell that cannot be read is named by the sheet's row and the opponent of its column."""
    found = read(rows(cells("{0}") | change))

    assert (row, column, key) in {(one.row, one.column, one.what.key) for one in found.faults}


def test_a_result_on_the_diagonal() -> None:
    """Columns are in another order than rows, because nobody plays themselves."""
    table = rows(cells("{0}"))
    table[1][1][2] = "524-480"

    assert "import.cross_diagonal" in {fault.what.key for fault in read(table).faults}


def test_wrong_totals_of_every_group_are_reported_at_once() -> None:
    """A fault in one table hides no total of another; in its own table it may explain totals."""

    def faulty_rows(first_cell: str) -> list[int]:
        lines = []
        for title, cell in (("Grupa A", first_cell), ("Grupa B", "524-480")):
            lines += [[title], ["Nume", ANA, ION, "Total"]]
            lines += [[ANA, "", cell, "999"], [ION, "", "", "480"]]
        return [fault.row for fault in read(list(enumerate(lines, 1))).faults]

    assert faulty_rows("524-480") == [3, 7]
    assert faulty_rows("524-480;401-399;300-200") == [3, 7]


def test_a_table_of_winners_is_refused() -> None:
    """1, 0 and ½ say who won, but a result needs points or coefficients."""
    (fault,) = read(rows({(ANA, ION): "1", (ION, ANA): "0", (ANA, DAN): "½"})).faults

    assert fault.what.key == "import.cross_winners"


def test_players_without_row_or_column_are_named() -> None:
    """Rows and columns have the same players, by name or by number."""
    table = rows(cells("{0}"), (ANA, ION, "Dan Enne"))
    assert {fault.what.key for fault in read(table).faults} == {"import.cross_no_column"}
    short = rows(cells("{0}"), NUMBERS)[:-1]
    assert {fault.what.key for fault in read(short).faults} == {"import.cross_rows"}


def test_a_list_is_no_crosstable() -> None:
    """A list of players or of results is not read as a crosstable."""
    players = [(1, ["Nr.", "Nume", "Club"]), (2, ["1", ANA, "Cluj"]), (3, ["2", ION, "Iași"])]
    games = [(1, ["ROȘU", "ALBASTRU", "Scor"]), (2, [ANA, ION, "524-480"])]

    for table in (players, games):
        assert read_crosstables({"Foaia1": table}, SeasonAnswers()) is None
