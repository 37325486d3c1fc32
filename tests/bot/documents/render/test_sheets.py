from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from bot.documents.render.board import render_board
from bot.documents.render.layout import FOOT, HEAD, MARGIN, PAGE, Box, picture_layout, sheet_layout
from bot.documents.render.png import lasting
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.placements import plan_placements
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.render.sheets.time_view import LedgerRow, TimeSheetView
from bot.documents.render.theme import PlayerColour, Tone
from bot.documents.render.view import (
    LABEL_KEYS,
    CompetitionSheetView,
    LaidTile,
    PlacementRow,
    RowKind,
)
from engine.board import CENTRE, Square
from tests.bot.documents.render.labels import EN, RO, RecordingLabels
from tests.bot.documents.render.pictures import assert_like, cut, opened, share
from tests.bot.documents.render.samples import (
    CROSSED,
    GAME_HEAD,
    LONG,
    LONG_HEAD,
    LONG_NAMES,
    board_picture,
    competition_sheet,
)
from tests.bot.documents.render.time_samples import time_sheet

RESULT = (
    "Partida s-a încheiat: Ana Pop câștigă 344–285",
    "Coeficienți: 1,5469 / 0,4531 (art. 8.1)",
)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures are equal in every pixel."""
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def everything() -> CompetitionSheetView:
    """Return a sheet with every kind of row, the longest words and figures, and long names."""
    view = competition_sheet(CROSSED, None, head=LONG_HEAD, names=LONG_NAMES, result=RESULT)
    red = (
        *view.red.rows,
        PlacementRow(
            round=17,
            kind=RowKind.VOID,
            position="15O",
            word="ANTICONSTITUTIO",
            adjacent=("TRACASAI",) * 7,
            note="returnată de partener la 07.05.2025 " * 4,
        ),
        PlacementRow(round=17, word="O", counted=-1400, total=-1057, note="greșeală"),
    )
    blue = (*view.blue.rows, PlacementRow(round=17, kind=RowKind.PASSED, total=12345))
    head = replace(view.head, arbiters=LONG_NAMES)
    red_score, blue_score = replace(view.red, rows=red), replace(view.blue, rows=blue)
    return replace(view, head=head, red=red_score, blue=blue_score)


def overdrawn() -> TimeSheetView:
    """Return a time sheet with the budget exceeded, all leave taken, notes and long names."""
    view = time_sheet(31, budget=20, head=LONG_HEAD, names=LONG_NAMES, leave=10)
    note = LedgerRow(
        round=32,
        received=date(2025, 9, 30),
        sent=date(2025, 10, 9),
        leave=0,
        days=8,
        total=51,
        note="placare returnată de partener, ceasul merge mai departe (art. 5.2) " * 2,
    )
    return replace(view, blue=replace(view.blue, rows=(*view.blue.rows, note)))


SHEETS = {
    "start": lambda: render_competition_sheet(competition_sheet(CROSSED, 0)),
    "everything": lambda: render_competition_sheet(everything()),
    "long": lambda: render_competition_sheet(competition_sheet(LONG, labels=EN, result=RESULT)),
    "time start": lambda: render_time_sheet(time_sheet(0)),
    "time overdrawn": lambda: render_time_sheet(overdrawn()),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_a_small_a4_png_with_clean_margins(name: str) -> None:
    """Margins are empty for any content; it prints as A4, and the file is small."""
    png = SHEETS[name]()
    stored = Image.open(BytesIO(png))
    assert (stored.format, stored.mode, stored.size) == ("PNG", "P", (PAGE.width, PAGE.height))
    assert stored.info["dpi"] == pytest.approx((200, 200), abs=0.1)
    assert len(png) < 300_000
    picture = opened(png)
    rim = MARGIN - 6
    edges = (
        Box(0, 0, rim, PAGE.height),
        Box(PAGE.width - rim, 0, rim, PAGE.height),
        Box(0, 0, PAGE.width, HEAD.y - 4),
        Box(0, FOOT.bottom, PAGE.width, PAGE.height - FOOT.bottom),
    )
    assert all(share(cut(picture, edge), Tone.PAPER) == 1 for edge in edges)


def test_the_competition_sheet_looks_as_it_did() -> None:
    """A game in its middle looks like the stored picture."""
    assert_like(render_competition_sheet(competition_sheet(CROSSED, 14)), "competition_sheet")


def test_a_finished_long_game_looks_as_it_did() -> None:
    """A finished game of 31 rounds looks like the stored picture."""
    assert_like(
        render_competition_sheet(
            competition_sheet(LONG, head=LONG_HEAD, names=LONG_NAMES, result=RESULT)
        ),
        "long_game",
    )


def test_the_time_sheet_looks_as_it_did() -> None:
    """A time sheet with days used, leave and time log looks like the stored picture."""
    assert_like(render_time_sheet(time_sheet(7, leave=6)), "time_sheet")


def test_the_board_picture_looks_as_it_did() -> None:
    """A proposed move beside the last one, and the rack, look like the stored picture."""
    assert_like(render_board(board_picture(CROSSED, 6, "7N AX")), "board")


def test_the_same_view_gives_the_same_picture_on_any_thread() -> None:
    """Sheets drawn on several threads are equal, and stored forms are equal in every byte."""
    views = [competition_sheet(CROSSED, count) for count in (9, 21)]
    alone = [lasting(render_competition_sheet(view)) for view in views]
    with ThreadPoolExecutor(6) as pool:
        assert list(map(lasting, pool.map(render_competition_sheet, views * 3))) == alone * 3


def test_the_drawings_ask_for_every_label_they_announce() -> None:
    """`LABEL_KEYS` has exactly the labels that the pictures use."""
    asked = RecordingLabels(RO)
    view = competition_sheet(CROSSED, 14, labels=asked)
    render_competition_sheet(replace(everything(), labels=asked))
    render_competition_sheet(view)
    render_time_sheet(replace(overdrawn(), labels=asked))
    render_time_sheet(time_sheet(2, labels=asked))
    render_board(board_picture(CROSSED, 6, "7N AX", labels=asked))
    render_board(replace(board_picture(CROSSED, 6, "", labels=asked), planned=()))
    assert asked.keys_asked == set(LABEL_KEYS)


def test_words_are_those_of_the_readers_language() -> None:
    """The same game in another language differs in its words only, not on its board."""
    romanian = opened(render_competition_sheet(competition_sheet(CROSSED, 14)))
    english = opened(render_competition_sheet(competition_sheet(CROSSED, 14, labels=EN)))
    grid = sheet_layout().grid
    assert not same(cut(romanian, HEAD), cut(english, HEAD))
    tile = grid.square(Square(7, 5))
    assert same(cut(romanian, tile), cut(english, tile))


@pytest.mark.article("1.3", "4.1")
def test_red_and_blue_differ_without_colour() -> None:
    """In a grey print Red's tiles are dark and Blue's are light."""
    picture = opened(render_competition_sheet(competition_sheet(CROSSED, 14))).convert("L")
    grid = sheet_layout().grid
    red = ImageStat.Stat(cut(picture, grid.square(Square(7, 5)))).mean[0]
    blue = ImageStat.Stat(cut(picture, grid.square(Square(8, 2)))).mean[0]
    assert red < 110
    assert blue > 170


@pytest.mark.article("4.2")
def test_a_blank_looks_unlike_the_same_letter() -> None:
    """A blank on the board shows its letter in a disc and the value 0."""
    view = board_picture(CROSSED, 0, "")
    square = Square(7, 7)
    grid = picture_layout(with_rack=True).grid
    pictures = [
        cut(opened(render_board(replace(view, tiles=(LaidTile(square, letter, side),)))), box)
        for box in [grid.square(square)]
        for letter in "Aa"
        for side in PlayerColour
    ]
    assert all(not same(one, other) for one in pictures[:2] for other in pictures[2:])


@pytest.mark.article("5.2")
def test_nothing_of_an_annulled_placement_looks_as_if_it_counted() -> None:
    """Its words, adjacent ones included, are fainter than those of a valid move."""
    view = competition_sheet(CROSSED, 0)
    inks = []
    for kind in (RowKind.PLACED, RowKind.VOID):
        row = PlacementRow(
            round=1, kind=kind, position="H8", word="CASA", adjacent=("PE", "AM"), note="notă"
        )
        sheet = replace(view, red=replace(view.red, rows=(row,)))
        plan = plan_placements(sheet_layout().table, (sheet.red, sheet.blue), RO)
        box = plan.bands[0].rows[0][0].box
        words = box._replace(y=box.y + box.height // 3, height=box.height // 2)
        inks.append(share(cut(opened(render_competition_sheet(sheet)), words), Tone.INK))

    assert inks[0] > inks[1] == 0


def test_only_the_last_placement_stands_on_gold() -> None:
    """Only its tiles are on gold, so they can be seen at once."""
    view = competition_sheet(CROSSED, 14)
    assert view.last is not None
    picture = opened(render_competition_sheet(view))
    grid = sheet_layout().grid
    for tile in view.tiles:
        gold = share(cut(picture, grid.square(tile.square)), Tone.GOLD)
        assert (gold > 0.1) == (tile.square in view.last.squares)


def test_a_proposed_placement_is_unlike_the_tiles_that_lie() -> None:
    """New tiles glow in a preview, and the rack shows which it would use."""
    view = board_picture(CROSSED, 6, "7N AX")
    picture = opened(render_board(view))
    layout = picture_layout(with_rack=True)
    for tile in view.proposed:
        assert share(cut(picture, layout.grid.square(tile.square)), Tone.GLOW) > 0.3
    without = opened(render_board(replace(view, proposed=())))
    assert not same(cut(picture, layout.rack), cut(without, layout.rack))


def test_a_plan_is_never_taken_for_the_game() -> None:
    """Its board has a frame and a label; its tiles glow, unlike the game's own."""
    played = board_picture(CROSSED, 6, "7N AX")
    view = replace(played, proposed=(), planned=played.proposed)
    picture = opened(render_board(view))
    layout = picture_layout(with_rack=True, with_band=True)
    assert share(cut(picture, layout.band), Tone.PLAN) > 0.5
    sides = (Box(0, 0, 6, layout.height), Box(layout.width - 6, 0, 6, layout.height))
    assert all(share(cut(picture, side), Tone.PLAN) > 0.4 for side in sides)
    for tile in played.proposed:
        assert share(cut(picture, layout.grid.square(tile.square)), Tone.GLOW) > 0.3
    assert_like(render_board(view), "plan")
    empty = replace(view, planned=())
    for other in (played, replace(empty, planned=None)):
        assert share(opened(render_board(other)), Tone.PLAN) == 0
    assert share(opened(render_board(empty)), Tone.PLAN) > 0.04


def test_an_empty_board_has_a_regular_star_in_its_centre() -> None:
    """The centre square looks the same in a mirror."""
    picture = opened(render_board(board_picture(CROSSED, 0, "")))
    square = cut(picture, picture_layout(with_rack=True).grid.square(CENTRE).inset(1))
    assert len(square.getcolors() or ()) > 1
    difference = ImageChops.difference(square, ImageOps.mirror(square)).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 1


def test_a_board_without_a_rack_is_shorter() -> None:
    """Without a rack no strip is left empty."""
    view = replace(board_picture(CROSSED, 6, ""), rack="", coming="")
    assert opened(render_board(view)).height == picture_layout(with_rack=False).height


@pytest.mark.article("1.4")
def test_the_note_on_caps_stands_only_where_a_cap_applied() -> None:
    """The bottom line explains the brackets only if there are any."""
    capped = competition_sheet(CROSSED, 1)
    row = replace(capped.red.rows[0], score=10)
    free = replace(capped, red=replace(capped.red, rows=(row,)))
    feet = [cut(opened(render_competition_sheet(view)), FOOT) for view in (capped, free)]
    ink = [1 - share(foot, Tone.PAPER) for foot in feet]
    assert ink[0] > ink[1] * 1.5


@pytest.mark.article("3.1")
def test_a_list_that_is_not_the_official_one_is_marked_on_both_sheets() -> None:
    """Readers see at the top that the words are not the federation's list."""
    official = replace(GAME_HEAD, word_list_official=True)
    facts = Box(HEAD.x, HEAD.y + 116, HEAD.width, HEAD.height - 116)
    for head, marked in ((GAME_HEAD, True), (official, False)):
        for png in (
            render_competition_sheet(competition_sheet(CROSSED, 2, head=head)),
            render_time_sheet(time_sheet(2, head=head)),
        ):
            shown = cut(opened(png), facts)
            for frame_or_ground in (Tone.GOLD, Tone.GOLD_SOFT):
                assert (share(shown, frame_or_ground) > 0) == marked


@pytest.mark.article("2.1")
@pytest.mark.parametrize("count", [2, 4, 8])
def test_all_arbiters_are_named_whole(count: int) -> None:
    """Long names have their own line in smaller letters, and none is shortened."""
    facts = Box(HEAD.x, HEAD.y + 116, HEAD.width, HEAD.height - 116 + 14)
    one = "Alexandrina-Georgeta Brâncoveanu-Văcărescu"
    heads = [
        replace(LONG_HEAD, arbiters=(*[one] * (count - 1), last)) for last in (f"{one[:-1]}t", one)
    ]
    for pages in (
        [render_competition_sheet(competition_sheet(CROSSED, 2, head=head)) for head in heads],
        [render_time_sheet(time_sheet(2, head=head)) for head in heads],
    ):
        other, page = [cut(opened(png), facts) for png in pages]
        assert not same(page, other)  # the last letter of the last name is there


@pytest.mark.article("7.1")
def test_a_year_of_days_fits_on_the_sheet() -> None:
    """Of the longest budgets a hundred boxes are drawn; foot and time log keep their places."""
    view = time_sheet(7, leave=130)
    long = replace(view, red=replace(view.red, budget=366, leave_budget=366))
    foot = FOOT._replace(height=FOOT.height - 6)
    usual, year = (cut(opened(render_time_sheet(each)), foot) for each in (time_sheet(7), long))

    assert same(usual, year)


@pytest.mark.article("7.2")
def test_days_beyond_the_budget_are_gold() -> None:
    """Exceeded days are seen at once; within the budget only the turn is gold."""
    boxes = Box(MARGIN, 500, PAGE.width - 2 * MARGIN, 400)
    within = cut(opened(render_time_sheet(time_sheet(7))), boxes)
    beyond = cut(opened(render_time_sheet(overdrawn())), boxes)
    assert share(within, Tone.GOLD) == 0
    assert share(beyond, Tone.GOLD) > 0.01
