from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style
from bot.documents.render.standings.crosstable import render_crosstable, render_overall
from bot.documents.render.standings.crosstable_layout import (
    EDGE,
    MOST_LINES,
    MOST_PLAYERS,
    WIDEST,
    TableLayout,
    crossing,
    crosstable_layout,
    figure_size,
    halves,
    overall_layout,
)
from bot.documents.render.standings.standings_view import (
    STANDINGS_LABEL_KEYS,
    Crosstable,
    OverallTable,
    ResultStatus,
    TableRow,
)
from bot.documents.render.standings.table_parts import draw_player
from bot.documents.render.theme import Face, Tone
from tests.bot.documents.render.boxes import holds, overlap
from tests.bot.documents.render.labels import CROSSTABLE_EN, CROSSTABLE_RO, RecordingLabels
from tests.bot.documents.render.pictures import assert_like, cut, opened, share
from tests.bot.documents.render.standings_samples import crosstable, overall

SIZES = (2, 3, 6, 12, 16)


def game_box(layout: TableLayout, row: int, column: int, leg: int) -> Box:
    """Return the box of a game on the picture."""
    return halves(crossing(layout.rows[row], layout.cells[column]))[leg]


def without_proposals(view: Crosstable) -> Crosstable:
    """Return the table with every proposed result approved."""
    rows = []
    for row in view.rows:
        meetings = []
        for meeting in row.meetings:
            games = [
                game and replace(game, status=ResultStatus.HOMOLOGATED)
                for game in (meeting.games if meeting else ())
            ]
            meetings.append(meeting and replace(meeting, home=games[0], back=games[1]))
        rows.append(replace(row, meetings=tuple(meetings)))
    return replace(view, rows=tuple(rows))


@pytest.mark.parametrize("players", SIZES)
def test_regions_of_a_table_keep_apart(players: int) -> None:
    """Columns and rows are adjacent on the picture, between title and bottom line."""
    for layout in (crosstable_layout(players), overall_layout(players)):
        page = Box(0, 0, layout.width, layout.height)
        inner = Box(EDGE, 0, layout.width - 2 * EDGE, layout.height)
        regions = (layout.head, layout.headings, *layout.rows, layout.foot)
        assert all(holds(page, region) and holds(inner, region) for region in regions)
        assert not any(overlap(one, other) for one, other in combinations(regions, 2))
        assert all(left.right == right.x for left, right in pairwise(layout.columns))
        assert layout.columns[0].x == layout.rows[0].x
        assert layout.columns[-1].right == layout.rows[0].right
        assert len(layout.rows) == players
    assert len(crosstable_layout(players).cells) == players


@pytest.mark.parametrize("players", range(2, MOST_PLAYERS + 1))
def test_a_group_of_up_to_sixteen_arrives_as_it_was_drawn(players: int) -> None:
    """Telegram shows the picture without scaling, and its figures are large enough to read."""
    layout = crosstable_layout(players)
    assert max(layout.width, layout.height) <= WIDEST
    width = layout.cells[0].width
    size = figure_size(width)
    assert size >= 25
    assert Style(Face.BOLD, size).width("1,6667") <= width - 15
    assert Style(Face.REGULAR, size * 4 // 5).width("524–480") <= width - 15


def test_a_page_of_the_overall_order_arrives_as_it_was_drawn() -> None:
    """Telegram shows a full page without scaling."""
    layout = overall_layout(MOST_LINES)
    assert max(layout.width, layout.height) <= WIDEST


@pytest.mark.parametrize("players", SIZES)
def test_a_table_is_a_light_png_with_clean_margins(players: int) -> None:
    """For any names nothing is drawn on the edge, and the file is small."""
    png = render_crosstable(crosstable(players, out=players > 3))
    picture = opened(png)
    layout = crosstable_layout(players)
    assert picture.size == (layout.width, layout.height)
    assert Image.open(BytesIO(png)).mode == "P"
    assert len(png) < 450_000
    rim = EDGE - 4
    edges = (
        Box(0, 0, rim, layout.height),
        Box(layout.width - rim, 0, rim, layout.height),
        Box(0, 0, layout.width, rim),
    )
    assert all(share(cut(picture, edge), Tone.PAPER) == 1 for edge in edges)


@pytest.mark.parametrize("players", SIZES)
def test_names_keep_to_their_column(players: int) -> None:
    """A name of any length changes nothing outside its own row and heading."""
    view = crosstable(players)
    layout = crosstable_layout(players)
    long = replace(view.rows[1], name="Maximilian " * 30, club="Clubul " * 40)
    short = replace(view.rows[1], name="I", club="")
    pictures = [
        opened(render_crosstable(replace(view, rows=(view.rows[0], row, *view.rows[2:]))))
        for row in (long, short)
    ]
    changed = ImageChops.difference(*pictures)
    assert changed.getbbox() is not None
    for box in (
        crossing(layout.rows[1], layout.name),
        crossing(layout.headings, layout.cells[1]),
    ):
        changed.paste((0, 0, 0), (box.x, box.y, box.right, box.bottom))
    assert changed.getbbox() is None


@pytest.mark.parametrize("players", [3, 16])
def test_figures_keep_to_their_cell(players: int) -> None:
    """A score of any size changes nothing outside its own half of the cell."""
    view = crosstable(players, proposed=False)
    layout = crosstable_layout(players)
    first = view.rows[0]
    meeting = first.meetings[1]
    assert meeting is not None
    assert meeting.home is not None
    pictures = []
    for own, partner in ((1, 2), (-10_000, -10_000)):
        game = replace(meeting.home, own=own, partner=partner)
        row = replace(first, meetings=(None, replace(meeting, home=game), *first.meetings[2:]))
        table = replace(view, rows=(row, *view.rows[1:]))
        pictures.append(opened(render_crosstable(table)))
    box = game_box(layout, 0, 1, 0)
    changed = ImageChops.difference(*pictures).getbbox()
    assert changed is not None
    assert holds(box, Box(changed[0], changed[1], changed[2] - changed[0], changed[3] - changed[1]))


@pytest.mark.article("8.1")
def test_a_provisional_result_is_unlike_an_official_one() -> None:
    """A provisional result has another background and lettering, also in a grey print."""
    view = crosstable(6)
    layout = crosstable_layout(6)
    firm = opened(render_crosstable(without_proposals(view)))
    picture = opened(render_crosstable(view))
    for row, player in enumerate(view.rows):
        for column, meeting in enumerate(player.meetings):
            for leg, game in enumerate(meeting.games if meeting else ()):
                box = game_box(layout, row, column, leg)
                is_proposed = game is not None and game.status is ResultStatus.PROPOSED
                assert (share(cut(picture, box), Tone.GOLD_SOFT) > 0.3) == is_proposed
                same = ImageChops.difference(cut(picture, box), cut(firm, box)).getbbox() is None
                assert same != is_proposed


@pytest.mark.article("10.3")
def test_an_excluded_player_is_seen_to_be_out() -> None:
    """Their name is struck through, and void results are faint."""
    view = crosstable(6, out=True)
    layout = crosstable_layout(6)
    picture = opened(render_crosstable(view))
    name = crossing(layout.rows[-1], layout.name)
    back_in = replace(view.rows[-1], is_out=False)
    other = opened(render_crosstable(replace(view, rows=(*view.rows[:-1], back_in))))
    assert ImageChops.difference(cut(picture, name), cut(other, name)).getbbox() is not None
    void, counted = game_box(layout, 0, 5, 0), game_box(layout, 0, 1, 0)
    assert share(cut(picture, void), Tone.INK) == 0
    assert share(cut(picture, counted), Tone.INK) > 0


def test_who_left_before_the_start_stands_below_with_nothing_but_the_reason() -> None:
    """Their name is struck through, their note spans the columns, and they have no figures."""
    gone = TableRow(place="—", name="Dan Luca", club="Impetus", note="retras la 1.05", is_out=True)
    view = replace(crosstable(4), withdrawn=(gone,))
    layout = crosstable_layout(4, 1)
    (row,) = layout.below
    picture = opened(render_crosstable(view))
    other = replace(view, withdrawn=(replace(gone, is_out=False, note=""),))
    changed = ImageChops.difference(picture, opened(render_crosstable(other)))

    assert cut(changed, crossing(row, layout.name)).getbbox() is not None
    assert cut(changed, crossing(row, layout.cells[0])).getbbox() is not None
    assert all(
        share(cut(picture, crossing(row, column).inset(4)), Tone.PAPER) == 1
        for column in layout.summary
    )


def test_of_a_long_name_among_those_who_left_nothing_is_cut() -> None:
    """Two names of forty letters with different last letters can be distinguished."""
    names = [f"Ecaterina-Anastasia Brâncoveanu-Ștefănesc{end}" for end in "ua"]
    pictures = [
        opened(
            render_crosstable(
                replace(crosstable(4), withdrawn=(TableRow(place="—", name=name, is_out=True),))
            )
        )
        for name in names
    ]

    assert ImageChops.difference(*pictures).getbbox() is not None


def test_safe_places_and_the_line_are_drawn_only_where_they_are() -> None:
    """Mark and line show who advances; without them the legend does not mention them."""
    view = crosstable(6)
    layout = crosstable_layout(6)
    rows = tuple(replace(row, is_safe=False) for row in view.rows)
    marked = opened(render_crosstable(view))
    plain = opened(render_crosstable(replace(view, rows=rows, advance=0)))
    changed = ImageChops.difference(marked, plain)
    for number, row in enumerate(layout.rows):
        place = crossing(row, layout.place)._replace(height=row.height - 6)
        assert (cut(changed, place).getbbox() is not None) == view.rows[number].is_safe
        line = Box(row.x, row.bottom - 4, row.width, 3)
        assert (share(cut(marked, line), Tone.INK) > 0.9) == (number + 1 == view.advance)
    assert cut(changed, layout.foot).getbbox() is not None


def test_the_overall_order_explains_what_it_shows_and_nothing_else() -> None:
    """Mark and line are explained only on pages that show them."""
    view = overall(6)
    rows = tuple(replace(row, is_safe=False) for row in view.rows)
    plain = replace(view, rows=rows, advance=0)
    cases: tuple[tuple[OverallTable, set[str]], ...] = (
        (plain, set()),
        (replace(plain, advance=7), set()),
        (replace(plain, advance=3), {"crosstable.note_advance"}),
        (replace(view, advance=0), {"crosstable.note_safe"}),
    )
    for table, notes in cases:
        asked = RecordingLabels(CROSSTABLE_RO)
        render_overall(replace(table, labels=asked))
        assert {key for key in asked.keys_asked if ".note_" in key} == notes


def test_a_figure_of_the_overall_order_is_in_its_own_column() -> None:
    """A player's other group, sum or average changes nothing outside that column."""
    view, layout = overall(6), overall_layout(6)
    row = view.rows[1]
    picture = opened(render_overall(view))
    for column, other in (
        (0, replace(row, group="Z")),
        (5, replace(row, coefficients="8")),
        (6, replace(row, average="8")),
    ):
        table = replace(view, rows=(view.rows[0], other, *view.rows[2:]))
        changed = ImageChops.difference(picture, opened(render_overall(table)))
        box = crossing(layout.rows[1], layout.summary[column])
        assert cut(changed, box).getbbox() is not None
        changed.paste((0, 0, 0), (box.x, box.y, box.right, box.bottom))
        assert changed.getbbox() is None


def test_an_opponents_last_name_stands_over_their_column() -> None:
    """After any given names, the last word has its own line."""
    view = crosstable(16)
    layout = crosstable_layout(16)
    heading = crossing(layout.headings, layout.cells[1])
    low = heading._replace(y=heading.bottom - 40, height=36)
    lines = []
    for name in ("Ana Vuia", "Ana Maria Ioana Vuia", "Ana Maria"):
        rows = (view.rows[0], replace(view.rows[1], name=name), *view.rows[2:])
        lines.append(cut(opened(render_crosstable(replace(view, rows=rows))), low))

    assert ImageChops.difference(lines[0], lines[1]).getbbox() is None
    assert ImageChops.difference(lines[0], lines[2]).getbbox() is not None


def test_the_colours_are_distinguished_without_colour() -> None:
    """Red's bar is filled, Blue's is hollow."""
    view = crosstable(3, proposed=False)
    layout = crosstable_layout(3)
    picture = opened(render_crosstable(view))
    for row, column in ((0, 1), (1, 0), (0, 2), (2, 0)):
        meeting = view.rows[row].meetings[column]
        assert meeting is not None
        assert meeting.home is not None
        box = game_box(layout, row, column, 0)
        bar = cut(picture, Box(box.x + 4, box.y + 12, 7, 20))
        assert (share(bar, Tone.WHITE) > 0.2) != meeting.home.is_red


def test_the_crosstable_looks_as_it_did() -> None:
    """Twelve players, one disqualified, look like the stored picture."""
    assert_like(render_crosstable(crosstable(12, out=True)), "crosstable")


def test_the_overall_order_looks_as_it_did() -> None:
    """Thirty players of four groups look like the stored picture."""
    assert_like(render_overall(overall(30)), "overall")


def test_the_tables_ask_for_every_label_they_announce() -> None:
    """`STANDINGS_LABEL_KEYS` has exactly the labels that the pictures use."""
    asked = RecordingLabels(CROSSTABLE_RO)
    render_crosstable(crosstable(6, labels=asked, out=True))
    render_overall(overall(6, labels=asked))
    assert asked.keys_asked == set(STANDINGS_LABEL_KEYS)
    assert CROSSTABLE_EN.keys() == CROSSTABLE_RO.keys() == set(STANDINGS_LABEL_KEYS)


def test_a_long_club_is_cut_and_never_set_in_tiny_type() -> None:
    """On a phone the line under the name stays readable when the picture is enlarged."""
    layout, row = crosstable_layout(2), crosstable(2).rows[0]
    canvas = Canvas(layout.width, layout.height)
    draw_player(canvas, layout, layout.rows[0], replace(row, club="Clubul Universitar " * 9))

    assert canvas.smallest >= 17
