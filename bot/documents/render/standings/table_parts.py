"""The parts that crosstable and overall standings share: title, headings, a player's line, foot."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from PIL import ImageDraw

from bot.documents.render.canvas import Canvas, shape
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, halved
from bot.documents.render.standings.crosstable_layout import TableLayout, crossing
from bot.documents.render.standings.standings_view import Labels, TableHead, TableRow
from bot.documents.render.theme import Face, Tone
from bot.texts.signs import gained, stated
from engine.dates import format_date

_TITLE = NameSizes(Style(Face.SERIF, 54), 40, 32, 25)
_NAME = Style(Face.SEMI, 30)
_ONE_LINE = 26
"""The type size below which a name takes two lines."""
_TALL_PLACE = 100
"""The height of a row above which the mark is under the rank, and not beside it."""
_TALL_NAME = 90
"""The height of a name's box from which it takes two lines, and club and note one each."""
_HEADING = Style(Face.SEMI, 25, Tone.MUTED)
_COUNT = Style(Face.REGULAR, 30)
_NOTE = Style(Face.REGULAR, 24, Tone.MUTED)
SWATCH = 26
"""Side of a sign in the legend."""
_GAP = 30
"""Pixels between two notes of the legend."""
_SMALLEST_NOTE = 14


def draw_title(canvas: Canvas, box: Box, head: TableHead, labels: Labels) -> None:
    """Draw competition and table name and, at the right, the kind of table and its date."""
    day = f"{labels['crosstable.as_of']} {format_date(head.as_of)}"
    kind = Style(Face.BOLD, 28, Tone.INK, Tone.GOLD_SOFT if head.is_provisional else Tone.PAPER)
    aside = min(box.width // 2, max(kind.width(head.kind) + 40, _NOTE.width(day) + 1))
    badge = Box(box.right - aside, box.y, aside, 52)
    if head.is_provisional:
        canvas.fill(badge, Tone.GOLD)
        canvas.fill(badge.inset(3), Tone.GOLD_SOFT)
        canvas.label(badge.inset(10), head.kind, kind, 0.5)
    else:
        canvas.label(badge, head.kind, kind, 1)
    canvas.label(Box(badge.x, badge.bottom + 10, aside, 36), day, _NOTE, 1)
    room = box.width - aside - 40
    over = Style(Face.SEMI, 28, Tone.MUTED)
    canvas.label(Box(box.x, box.y, room, 40), head.competition, over)
    draw_name(canvas, Box(box.x, box.y + 44, room, 88), head.title, _TITLE)
    canvas.rule(box.x, box.bottom - 22, box.width, Tone.INK, 4)


def draw_heading(canvas: Canvas, column: Box, strip: Box, text: str, align: float = 0.5) -> None:
    """Write a column's heading at the bottom of the strip."""
    box = crossing(strip, column)
    low = Box(box.x + 5, box.bottom - 46, box.width - 10, 40)
    canvas.label(low, text, _HEADING, align)


def draw_player(canvas: Canvas, layout: TableLayout, row: Box, player: TableRow) -> None:
    """Draw a player's rank, the mark if they are certain to advance, their name and club."""
    tone = Tone.FAINT if player.is_out else Tone.INK
    place = crossing(row, layout.place)
    mark = SWATCH + 6 if player.is_safe else 0
    is_below = place.height > _TALL_PLACE
    if is_below:
        number = place._replace(height=place.height - mark)
    else:
        number = place._replace(width=place.width - mark)
    canvas.label(number.inset(6), player.place, Style(Face.BOLD, 44, tone), 0.5)
    if mark and is_below:
        draw_safe(canvas, place.x + (place.width - SWATCH) // 2, number.bottom - 4)
    elif mark:
        draw_safe(canvas, number.right - 4, place.y + (place.height - SWATCH) // 2)
    _draw_name(canvas, crossing(row, layout.name), player, tone)


def _draw_name(canvas: Canvas, box: Box, player: TableRow, tone: Tone) -> None:
    """Write the name on one or two lines, club and note below it, vertically centred."""
    inner = Box(box.x + 8, box.y + 4, box.width - 20, box.height - 8)
    under = [text for text in (player.club, player.note) if text]
    is_tall = inner.height >= _TALL_NAME
    if not is_tall:
        under = [" · ".join(under)] if under else []
    style = _NAME._replace(tone=tone)
    small_name = style.fit(player.name, inner.width, least=_ONE_LINE)
    fits = not is_tall or small_name.width(player.name) <= inner.width
    names = (player.name,) if fits else halved(player.name, style)
    style = style.fit(max(names, key=style.width), inner.width, least=20)
    line, small = (36, 28) if is_tall else (30, 23)
    y = inner.y + (inner.height - line * len(names) - small * len(under)) // 2
    for name in names:
        shown = style.shorten(name, inner.width)
        canvas.label(Box(inner.x, y, inner.width, line), shown, style)
        if player.is_out:
            canvas.rule(inner.x, y + line // 2, style.width(shown), Tone.MUTED, 2)
        y += line
    for number, text in enumerate(under):
        is_note = bool(player.note) and number == len(under) - 1
        look = Style(Face.ITALIC if is_note else Face.REGULAR, 22, Tone.MUTED)
        canvas.label(Box(inner.x, y, inner.width, small), text, look, least=17)
        y += small


def draw_counts(canvas: Canvas, row: Box, columns: Iterable[Box], player: TableRow) -> None:
    """Draw games, wins, draws and losses."""
    counts = (player.games, player.wins, player.draws, player.losses)
    for column, count in zip(columns, counts, strict=True):
        draw_figure(canvas, crossing(row, column), str(count), _COUNT)


def draw_figure(canvas: Canvas, box: Box, text: str, style: Style) -> None:
    """Draw one figure in the middle of its box."""
    canvas.label(Box(box.x + 4, box.y, box.width - 8, box.height), text, style, 0.5)


def draw_sum(canvas: Canvas, box: Box, player: TableRow) -> None:
    """Draw the sum of coefficients, which decides (art. 8.1)."""
    draw_figure(canvas, box, player.coefficients, Style(Face.BOLD, 38))


def draw_scores(canvas: Canvas, row: Box, columns: Iterable[Box], player: TableRow) -> None:
    """Draw the score difference and the points scored."""
    texts = (gained(player.difference), stated(player.points))
    for column, text in zip(columns, texts, strict=True):
        draw_figure(canvas, crossing(row, column), text, _COUNT)


def draw_rules(canvas: Canvas, layout: TableLayout, advance: int) -> None:
    """Draw the lines between the rows, a strong one under row `advance`; 0 means none is strong."""
    area = layout.headings
    canvas.rule(area.x, area.bottom - 3, area.width, Tone.INK, 3)
    for number, row in enumerate(layout.rows, 1):
        if number == advance:
            canvas.rule(row.x, row.bottom - 5, row.width, Tone.INK, 5)
        else:
            canvas.rule(row.x, row.bottom - 2, row.width, Tone.LINE, 2)


def _tick(draw: ImageDraw.ImageDraw, scale: int) -> None:
    """Draw a disc with a tick cut out of it."""
    side = SWATCH * scale
    draw.ellipse((0, 0, side - 1, side - 1), fill=255)
    points = [(side * x // 100, side * y // 100) for x, y in ((24, 52), (43, 70), (76, 32))]
    draw.line(points, fill=0, width=side * 12 // 100, joint="curve")


def draw_safe(canvas: Canvas, x: int, y: int) -> None:
    """Draw the mark of a player who is certain to advance: a tick in a disc."""
    canvas.stamp(shape(SWATCH, SWATCH, _tick), x, y, Tone.INK, Tone.PAPER)


Sign = Callable[[Canvas, Box], None]
"""Draws a legend's sign into its box."""


class LegendEntry(NamedTuple):
    """A note under a table, with the sign that it explains."""

    text: str
    sign: Sign | None = None
    """None for a note about the whole table."""


def draw_legend(canvas: Canvas, box: Box, entries: Sequence[LegendEntry]) -> None:
    """Draw the meaning of the signs, on two lines at most; the type shrinks until all fits."""
    size = _NOTE.size
    while size > _SMALLEST_NOTE and len(_lines(entries, box.width, size)) > 2:
        size -= 2
    style = _NOTE._replace(size=size)
    height = box.height // 2
    for number, line in enumerate(_lines(entries, box.width, size)[:2]):
        x = box.x
        y = box.y + number * height
        for entry in line:
            if entry.sign is not None:
                entry.sign(canvas, Box(x, y + (height - SWATCH) // 2, SWATCH, SWATCH))
                x += SWATCH + 10
            free = canvas.label(Box(x, y, box.right - x, height), entry.text, style)
            x = box.right - free + _GAP


def _lines(entries: Sequence[LegendEntry], width: int, size: int) -> list[list[LegendEntry]]:
    """Return the entries of the legend, line by line."""
    style = _NOTE._replace(size=size)
    lines: list[list[LegendEntry]] = [[]]
    used = 0
    for entry in entries:
        needed = style.width(entry.text) + (SWATCH + 10 if entry.sign else 0)
        if lines[-1] and used + needed > width:
            lines.append([])
            used = 0
        lines[-1].append(entry)
        used += needed + _GAP
    return lines


def safe_sign(canvas: Canvas, box: Box) -> None:
    """Draw, in a legend, the mark of players who are certain to advance."""
    draw_safe(canvas, box.x, box.y)


def line_sign(canvas: Canvas, box: Box) -> None:
    """Draw a sample of the line under the players who advance."""
    canvas.rule(box.x, box.y + box.height // 2 - 2, box.width, Tone.INK, 5)
