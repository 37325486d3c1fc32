from itertools import combinations, pairwise

import pytest

from bot.documents.render.layout import (
    FOOT,
    HEAD,
    PAGE,
    picture_layout,
    sequence_cells,
    sheet_layout,
)
from bot.documents.render.sheets.time_layout import (
    BOX_COLUMNS,
    LARGEST,
    MOST_BOXES,
    SMALLEST,
    ledger_columns,
    note_height,
    note_size,
    plan_ledgers,
    row_height,
    strip_boxes,
    time_layout,
)
from engine.board import SIZE, Square
from tests.bot.documents.render.boxes import holds, overlap


def one_line(text: str, width: int, size: int) -> tuple[str, ...]:
    """Return the text as a single line."""
    return (text,) if width and size else ()


def test_the_page_is_an_a4_sheet_that_telegram_keeps_whole() -> None:
    """A sheet has the shape of A4 and is small enough that Telegram does not scale it."""
    assert PAGE.height / PAGE.width == pytest.approx(2**0.5, rel=1e-3)
    assert max(PAGE.width, PAGE.height) <= 2560


def test_the_regions_of_the_competition_sheet_keep_apart() -> None:
    """No region of the competition sheet covers another or leaves the page."""
    sheet = sheet_layout()
    regions = (
        HEAD,
        FOOT,
        sheet.grid.outer,
        sheet.red,
        sheet.blue,
        sheet.last,
        sheet.sequence,
        sheet.table,
    )
    assert all(holds(PAGE.inset(40), region) for region in regions)
    assert not any(overlap(one, other) for one, other in combinations(regions, 2))


def test_the_board_is_the_largest_thing_on_the_sheet() -> None:
    """The board takes most of the sheet's width, because a phone shows it first."""
    grid = sheet_layout().grid
    assert grid.box.width > PAGE.width * 0.62
    assert grid.square(Square(0, 0)).x == grid.x
    assert grid.square(Square(SIZE - 1, SIZE - 1)).right == grid.box.right


@pytest.mark.parametrize("count", [0, 1, 99, 100, 120])
def test_every_letter_of_the_sequence_has_its_own_place(count: int) -> None:
    """The tiles of the sequence are in rows of ten, inside their region, without overlap."""
    region = sheet_layout().sequence
    cells = sequence_cells(region, 42, 40, count)
    assert len(cells) == count
    assert all(holds(region, cell) for cell in cells)
    assert not any(overlap(one, other) for one, other in combinations(cells, 2))
    assert len({cell.x for cell in cells}) == min(count, 10)


@pytest.mark.article("7.2")
@pytest.mark.parametrize("boxes", [20, 30, 40, MOST_BOXES])
@pytest.mark.parametrize("leave", [0, 10, 20, MOST_BOXES])
def test_the_regions_of_the_time_sheet_keep_apart(boxes: int, leave: int) -> None:
    """For any number of boxes, no region of the time sheet overlaps or leaves the page."""
    sides = time_layout(boxes, leave)
    regions = [HEAD, FOOT]
    for side in sides:
        regions += [side.band, side.name, side.left, side.last_day]
        regions += [side.days, side.leave, side.ledger]
    assert all(holds(PAGE.inset(40), region) for region in regions)
    assert not any(overlap(one, other) for one, other in combinations(regions, 2))


@pytest.mark.article("7.2")
@pytest.mark.parametrize("count", [20, 30, 40])
def test_day_boxes_stand_ten_to_a_row_inside_their_region(count: int) -> None:
    """The day boxes are in rows of ten, inside their region, without overlap."""
    side = time_layout(count, count)[0]
    assert all(holds(side.leave, box) for box in strip_boxes(side.leave, count))
    boxes = strip_boxes(side.days, count)
    assert all(holds(side.days, box) for box in boxes)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert boxes[BOX_COLUMNS].x == boxes[0].x


@pytest.mark.parametrize("rows", [0, 1, 12, 31, 60, 210])
def test_the_ledger_holds_every_row_of_a_long_game(rows: int) -> None:
    """Time logs of any length stay in their regions, without overlap and in one type size."""
    red, blue = time_layout(30, 10)
    notes = ["returned" if number % 7 == 6 else "" for number in range(rows)]
    plans = plan_ledgers((red.ledger, blue.ledger), (notes, notes[1:]), one_line)
    assert plans[0].size == plans[1].size
    for plan, area in zip(plans, (red.ledger, blue.ledger), strict=True):
        boxes = [plan.heading, *(row.box for row in plan.rows), *plan.empty]
        assert all(holds(area, box) for box in boxes)
        assert all(upper.bottom == lower.y for upper, lower in pairwise(boxes))
    assert len(plans[0].rows) == rows


def test_rows_without_number_keep_the_latest() -> None:
    """If a time log is longer than its region, its last rows are shown."""
    area = time_layout(30, 10)[0].ledger
    plan, _ = plan_ledgers((area, area), (["x"] * 2000, []), one_line)
    assert 100 < len(plan.rows) < 2000
    assert plan.rows[-1].box.bottom <= area.bottom


def test_as_many_of_the_last_rows_are_shown_as_fit() -> None:
    """High rows at the end do not drive out more than the first rows; one more would not fit."""
    area = time_layout(30, 10)[0].ledger
    notes = ["", *["line"] * 300]

    def twenty_lines(text: str, width: int, size: int) -> tuple[str, ...]:
        return one_line(text, width, size) * 20

    plan, _ = plan_ledgers((area, area), (notes, []), twenty_lines)
    last = plan.rows[-1].box
    assert len(plan.rows) > 1
    assert last.bottom <= area.bottom < last.bottom + last.height


def test_the_lines_of_a_note_do_not_overlap() -> None:
    """In any type size of the time log, a line of a note is higher than its type."""
    sizes = range(SMALLEST, LARGEST + 1)
    assert [size for size in sizes if note_height(size) <= note_size(size)] == []


def test_a_ledger_row_is_divided_without_gap() -> None:
    """The cells of a time log's row are adjacent and inside it."""
    row = time_layout(30, 10)[1].ledger._replace(height=row_height(20))
    cells = ledger_columns(row)
    assert all(holds(row, cell) for cell in cells)
    assert all(left.right == right.x for left, right in pairwise(cells))


def test_the_board_picture_grows_only_by_the_rack() -> None:
    """A rack below the board makes the picture higher and does not change the board."""
    alone, held = picture_layout(with_rack=False), picture_layout(with_rack=True)
    assert alone.grid == held.grid
    assert alone.width == held.width
    assert alone.height < held.rack.bottom < held.height
    assert not overlap(held.rack, held.grid.outer)
