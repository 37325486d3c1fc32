from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.render.layout import sheet_layout
from bot.documents.render.sheets.table_layout import (
    COMFORTABLE,
    LARGEST,
    SEPARATOR,
    RowText,
    TablePlan,
    halves,
    plan_table,
    side_columns,
    table_columns,
    wrap,
)
from bot.documents.render.sheets.table_sizes import small_size
from tests.bot.documents.render.boxes import holds, overlap

AREA = sheet_layout().table


def six_tenths(text: str, size: int) -> int:
    """Return the width of a text whose letters are each six tenths of their size wide."""
    return len(text) * size * 6 // 10


def rounds(count: int, adjacent: int = 1, word: str = "STRUGURI") -> list[RowText]:
    """Return one player's rows of this many rounds."""
    return [RowText(n + 1, word, ("CASAPE",) * adjacent) for n in range(count)]


def shown(plan: TablePlan, side: int) -> list[int]:
    """Return the indices of a player's placed rows, in reading order."""
    return [row.index for band in plan.bands for row in band.rows[side]]


def check(plan: TablePlan, red: list[RowText], blue: list[RowText]) -> None:
    """Check the rules that hold for every table."""
    bands = plan.bands
    assert all(holds(AREA, band.box) for band in bands)
    assert not any(overlap(one.box, other.box) for one, other in combinations(bands, 2))
    assert [band.round for band in bands] == list(range(1, len(bands) + 1))
    for side, rows in enumerate((red, blue)):
        order = sorted(range(len(rows)), key=lambda index: rows[index].round)
        assert shown(plan, side) == order
    for band in bands:
        for stack in band.rows:
            assert all(holds(band.box, row.box) for row in stack)
            assert not any(overlap(row.box, band.spine) for row in stack)
            assert all(upper.box.bottom == lower.box.y for upper, lower in pairwise(stack))
            for row in stack:
                lines = SEPARATOR.join(row.adjacent).split(SEPARATOR) if row.adjacent else []
                source = (red if stack is band.rows[0] else blue)[row.index]
                assert lines == list(source.adjacent)
                assert " ".join(row.note) == " ".join(source.note.split())


def test_an_empty_table_is_ruled_in_the_largest_type() -> None:
    """Before the first move the table is an empty form with numbered rounds in large type."""
    plan = plan_table(AREA, [], [], six_tenths)
    assert plan.size == LARGEST
    assert len(plan.columns) == 1
    assert len(plan.bands) >= 10


@pytest.mark.parametrize(("count", "columns"), [(5, 1), (13, 1), (20, 2), (31, 2)])
def test_longer_games_take_more_columns(count: int, columns: int) -> None:
    """A longer game gets more columns instead of tiny type."""
    plan = plan_table(AREA, rounds(count), rounds(count), six_tenths)
    check(plan, rounds(count), rounds(count))
    assert len(plan.columns) == columns
    assert plan.size >= (COMFORTABLE if count <= 20 else 15)


def test_long_words_keep_the_columns_wide() -> None:
    """Words of fifteen letters get columns that are wide enough."""
    long = rounds(30, word="ANTICONSTITUTIO")
    plan = plan_table(AREA, long, long, six_tenths)
    check(plan, long, long)
    assert len(plan.columns) == 2


def test_the_longest_game_there_can_be_is_shown_whole() -> None:
    """Two hundred rounds, with moves sent back and notes, all fit on the page."""
    red = [RowText(n // 2 + 1, "PAS", (), "returned" if n % 9 == 0 else "") for n in range(400)]
    blue = rounds(200, adjacent=1)
    check(plan_table(AREA, red, blue, six_tenths), red, blue)


def test_a_note_runs_on_under_the_points() -> None:
    """After its first line a note uses the space up to the edge."""
    note = "returnată de partener la 07.05.2025, stă din nou prin decizie (art. 5.2)"
    plan = plan_table(AREA, [*rounds(25), RowText(26, note=note)], rounds(25), six_tenths)
    (row,) = plan.bands[25].rows[0]
    cells = side_columns(row.box, plan.size)
    widest = max(six_tenths(line, small_size(plan.size)) for line in row.note)

    assert cells.word.width < widest <= cells.under.width
    assert holds(row.box, cells.under)


def test_rows_without_number_keep_the_latest_rounds() -> None:
    """If a game has too many rows, the table drops the earliest ones."""
    red = rounds(1000)
    plan = plan_table(AREA, red, [], six_tenths)
    assert plan.bands[-1].round >= 1000
    assert shown(plan, 0)[0] > 0
    assert shown(plan, 0)[-1] == 999
    assert all(holds(AREA, band.box) for band in plan.bands)


rows_of_a_game = st.lists(
    st.builds(
        RowText,
        round=st.integers(1, 40),
        word=st.sampled_from(["", "AS", "CAPRARUL", "ANTICONSTITUTIO"]),
        adjacent=st.lists(st.sampled_from(["AS", "STIRE", "TRACASAI"]), max_size=7).map(tuple),
        note=st.sampled_from(["", "returned by the partner on 07.05.2025, art. 5.2"]),
    ),
    max_size=40,
)


@given(red=rows_of_a_game, blue=rows_of_a_game)
def test_any_game_fits_with_every_row_once(red: list[RowText], blue: list[RowText]) -> None:
    """For any game each row appears once, in its round's band, without overlap."""
    check(plan_table(AREA, red, blue, six_tenths), red, blue)


@given(
    words=st.lists(st.text("ABC", min_size=1, max_size=15), max_size=8), width=st.integers(40, 400)
)
def test_wrapping_keeps_words_whole_and_in_order(words: list[str], width: int) -> None:
    """Wrapping breaks no word, and only a line of a single word can be too wide."""
    lines = wrap(words, width, 20, six_tenths, SEPARATOR)
    assert [word for line in lines for word in line.split(SEPARATOR)] == words
    assert all(six_tenths(line, 20) <= width or SEPARATOR not in line for line in lines)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [12, 21, 34])
def test_the_columns_of_a_half_stand_side_by_side(count: int, size: int) -> None:
    """Square, word, points and total never overlap, for any number of columns."""
    for column in table_columns(AREA, count):
        assert holds(AREA, column)
        red, spine, blue = halves(column, size)
        assert (red.right, spine.right) == (spine.x, blue.x)
        cells = side_columns(red, size)
        line = (cells.position, cells.word, cells.score, cells.total)
        assert all(left.right == right.x for left, right in pairwise(line))
        assert holds(red, cells.position)
        assert holds(red, cells.total)
