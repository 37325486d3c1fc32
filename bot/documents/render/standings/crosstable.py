"""Draw the crosstable of a group: all against all, both games of a pair in one cell (art. 8.1)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style
from bot.documents.render.standings.crosstable_layout import (
    EDGE,
    OVERALL_NAME,
    TableLayout,
    crossing,
    crosstable_layout,
    figure_size,
    halves,
    overall_layout,
)
from bot.documents.render.standings.standings_view import (
    CrossRow,
    Crosstable,
    GameCell,
    Labels,
    OverallTable,
    ResultStatus,
    TableHead,
    TableRow,
)
from bot.documents.render.standings.table_parts import (
    LegendEntry,
    draw_counts,
    draw_figure,
    draw_heading,
    draw_legend,
    draw_player,
    draw_rules,
    draw_scores,
    draw_sum,
    draw_title,
    line_sign,
    safe_sign,
)
from bot.documents.render.theme import Face, Tone
from bot.texts.signs import score

_BAR = 7
"""Width of the bar that shows the player's colour."""
_COUNTS = ("crosstable.games", "crosstable.wins", "crosstable.draws", "crosstable.losses")
_SCORES = ("crosstable.difference", "crosstable.points")


def render_crosstable(view: Crosstable) -> bytes:
    """Return the crosstable as a PNG; the number of players decides its size."""
    layout = crosstable_layout(len(view.rows), len(view.withdrawn))
    *counts, total, difference, points = layout.summary
    canvas = Canvas(layout.width, layout.height)
    draw_title(canvas, layout.head, view.head, view.labels)
    _draw_headings(canvas, layout, view)
    for row, player in zip(layout.rows, view.rows, strict=True):
        draw_player(canvas, layout, row, player)
        for column, meeting in zip(layout.cells, player.meetings, strict=True):
            box = crossing(row, column)
            if meeting is None:
                canvas.fill(box, Tone.LINE)
                continue
            for half, game in zip(halves(box), meeting.games, strict=True):
                _draw_game(canvas, half, game)
            canvas.rule(box.x + 12, box.y + box.height // 2 - 1, box.width - 24, Tone.LINE, 1)
        draw_counts(canvas, row, counts, player)
        draw_sum(canvas, crossing(row, total), player)
        draw_scores(canvas, row, (difference, points), player)
    for column in layout.cells:
        canvas.fill(Box(column.x, column.y, 1, column.height), Tone.LINE)
    draw_rules(canvas, layout, view.advance)
    for row, gone in zip(layout.below, view.withdrawn, strict=True):
        _draw_withdrawn(canvas, layout, row, gone)
    _draw_foot(canvas, layout, view.head, _legend(view))
    return canvas.png()


def render_overall(view: OverallTable) -> bytes:
    """Return the overall standings of all groups, or one page of them, as a PNG."""
    layout = overall_layout(len(view.rows))
    group, *counts, total, average, difference, points = layout.summary
    canvas = Canvas(layout.width, layout.height)
    labels = view.labels
    draw_title(canvas, layout.head, view.head, labels)
    strip = layout.headings
    draw_heading(canvas, layout.place, strip, labels["crosstable.place"])
    draw_heading(canvas, layout.name, strip, labels["crosstable.player"], 0)
    keys = (
        "crosstable.group",
        *_COUNTS,
        "crosstable.coefficients",
        "crosstable.average",
        *_SCORES,
    )
    for column, key in zip(layout.summary, keys, strict=True):
        draw_heading(canvas, column, strip, labels[key])
    for row, player in zip(layout.rows, view.rows, strict=True):
        draw_player(canvas, layout, row, player)
        draw_figure(canvas, crossing(row, group), player.group, Style(Face.REGULAR, 30))
        draw_counts(canvas, row, counts, player)
        coefficients = Style(Face.REGULAR, 32)
        draw_figure(canvas, crossing(row, total), player.coefficients, coefficients)
        draw_figure(canvas, crossing(row, average), player.average, Style(Face.BOLD, 34))
        draw_scores(canvas, row, (difference, points), player)
    draw_rules(canvas, layout, view.advance)
    _draw_foot(canvas, layout, view.head, _places_legend(view.rows, view.advance, labels))
    return canvas.png()


def _places_legend(rows: Sequence[TableRow], advance: int, labels: Labels) -> list[LegendEntry]:
    """Return the notes on the players who advance, if the table has a mark or a line for them."""
    legend: list[LegendEntry] = []
    if any(row.is_safe for row in rows):
        legend.append(LegendEntry(labels["crosstable.note_safe"], safe_sign))
    if 0 < advance <= len(rows):
        legend.append(LegendEntry(labels["crosstable.note_advance"], line_sign))
    return legend


def _has_result(view: Crosstable, status: ResultStatus) -> bool:
    """Return whether a game of the table has a result of that status."""
    meetings = (meeting for row in view.rows for meeting in row.meetings if meeting is not None)
    games = (game for meeting in meetings for game in meeting.games if game is not None)
    return any(game.status is status for game in games)


def _draw_headings(canvas: Canvas, layout: TableLayout, view: Crosstable) -> None:
    """Write the headings of all columns; a column of games is headed by its opponent."""
    labels, strip = view.labels, layout.headings
    draw_heading(canvas, layout.place, strip, labels["crosstable.place"])
    draw_heading(canvas, layout.name, strip, labels["crosstable.player"], 0)
    for column, row in zip(layout.cells, view.rows, strict=True):
        _draw_partner(canvas, crossing(strip, column), row)
    keys = (*_COUNTS, "crosstable.coefficients", *_SCORES)
    for column, key in zip(layout.summary, keys, strict=True):
        draw_heading(canvas, column, strip, labels[key])


def _draw_partner(canvas: Canvas, box: Box, row: CrossRow) -> None:
    """Draw an opponent's rank, then their name as far as it fits, its last word on its own line."""
    top = Box(box.x + 4, box.y + 2, box.width - 8, 36)
    canvas.label(top, row.place, Style(Face.BOLD, 32), 0.5)
    style = Style(Face.REGULAR, 24, Tone.MUTED)
    names = [name for name in row.name.rpartition(" ")[::2] if name]
    height = (box.bottom - 8 - top.bottom) // 2
    for number, name in enumerate(names):
        line = Box(box.x + 6, top.bottom + number * height, box.width - 10, height)
        fitted = style.fit(name, line.width, least=18)
        canvas.label(line, fitted.shorten(name, line.width), fitted, 0.5)


def _draw_withdrawn(canvas: Canvas, layout: TableLayout, row: Box, player: TableRow) -> None:
    """Draw a player who withdrew before the start: name struck through, and the reason."""
    # These rows have no columns, so the name is as wide as in the overall standings.
    wide = replace(layout, name=layout.name._replace(width=OVERALL_NAME))
    draw_player(canvas, wide, row, replace(player, note=""))
    x = wide.name.right + 8
    style = Style(Face.ITALIC, 24, Tone.MUTED)
    canvas.label(Box(x, row.y, row.right - x, row.height), player.note, style)
    canvas.rule(row.x, row.bottom - 2, row.width, Tone.LINE, 2)


def _draw_game(canvas: Canvas, box: Box, game: GameCell | None) -> None:
    """Draw a game: the bar of the player's colour, their coefficient, the score below it."""
    if game is None:
        canvas.label(box, "·", Style(Face.BOLD, 30, Tone.FAINT), 0.5)
        return
    is_proposed, is_void = game.status is ResultStatus.PROPOSED, game.status is ResultStatus.VOID
    ground = Tone.GOLD_SOFT if is_proposed else Tone.PAPER
    if is_proposed:
        canvas.fill(Box(box.x + 1, box.y, box.width - 1, box.height), ground)
    draw_bar(canvas, Box(box.x + 4, box.y + 7, _BAR, box.height - 14), is_red=game.is_red)
    inner = Box(box.x + _BAR + 7, box.y + 4, box.width - _BAR - 8, box.height - 8)
    size = figure_size(box.width)
    face = Face.BOLD if game.is_won else Face.REGULAR
    if is_proposed:
        face = Face.ITALIC
    figure = Style(face, size, Tone.FAINT if is_void else Tone.INK, ground)
    upper = inner._replace(height=inner.height * 54 // 100)
    lower = Box(inner.x, upper.bottom, inner.width, inner.bottom - upper.bottom)
    text = f"({game.coefficient})" if is_proposed else game.coefficient
    canvas.label(upper, text, figure, 0.5)
    tone = Tone.FAINT if is_void else Tone.MUTED
    both = score(game.own, game.partner)
    canvas.label(lower, both, Style(Face.REGULAR, size * 4 // 5, tone, ground), 0.5)
    if is_void:
        canvas.rule(inner.x + 4, upper.y + upper.height // 2, inner.width - 8, Tone.FAINT, 2)


def draw_bar(canvas: Canvas, box: Box, *, is_red: bool) -> None:
    """Draw the bar of a colour: filled for Red, empty for Blue."""
    canvas.fill(box, Tone.RED if is_red else Tone.BLUE)
    if not is_red:
        canvas.fill(box.inset(2), Tone.WHITE)


def _legend(view: Crosstable) -> list[LegendEntry]:
    """Return the notes that this table needs, each with its sign."""
    labels = view.labels
    legend = [
        LegendEntry(labels["crosstable.note_games"]),
        LegendEntry(labels["crosstable.note_red"], _red_sign),
        LegendEntry(labels["crosstable.note_blue"], _blue_sign),
    ]
    if _has_result(view, ResultStatus.PROPOSED):
        legend.append(LegendEntry(labels["crosstable.note_proposed"], _proposed_sign))
    if _has_result(view, ResultStatus.VOID):
        legend.append(LegendEntry(labels["crosstable.note_void"], _void_sign))
    return legend + _places_legend(view.rows, view.advance, labels)


def _red_sign(canvas: Canvas, box: Box) -> None:
    draw_bar(canvas, Box(box.x + 8, box.y, _BAR, box.height), is_red=True)


def _blue_sign(canvas: Canvas, box: Box) -> None:
    draw_bar(canvas, Box(box.x + 8, box.y, _BAR, box.height), is_red=False)


def _proposed_sign(canvas: Canvas, box: Box) -> None:
    canvas.fill(box, Tone.GOLD)
    canvas.fill(box.inset(2), Tone.GOLD_SOFT)


def _void_sign(canvas: Canvas, box: Box) -> None:
    canvas.rule(box.x, box.y + box.height // 2 - 1, box.width, Tone.FAINT, 3)


def _draw_foot(
    canvas: Canvas, layout: TableLayout, head: TableHead, entries: list[LegendEntry]
) -> None:
    """Draw the legend at the left, and the text of the foot at the right of its second line."""
    note = Style(Face.REGULAR, 22, Tone.MUTED)
    box = layout.foot
    aside = min(box.width // 3, note.width(head.footer) + 1) if head.footer else 0
    low = Box(box.right - aside, box.bottom - box.height // 2, aside, box.height // 2)
    canvas.label(low, head.footer, note, 1)
    room = box.width - (aside + EDGE if aside else 0)
    draw_legend(canvas, box._replace(width=room), entries)
