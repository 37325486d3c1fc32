"""Draw a finished game's analysis: points lost by each turn, and the worst misses as small boards.

Red's bars rise above the line of rounds and Blue's hang below it, so that they differ without
colour too. A small board is a part of the real one around the better play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

from bot.documents.render.board import draw_board, draw_tiles
from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box, Grid
from bot.documents.render.lettering import Style
from bot.documents.render.theme import Face, PlayerColour, Tone
from bot.documents.render.tiles import TileStyle
from bot.documents.render.view import BoardPicture
from engine.board import SIZE

WIDTH: Final = 1080
_EDGE: Final = 40
_HEAD: Final = 150
"""Pixels from the top to the bars."""
_BARS: Final = 190
"""Height of the room for a player's bars, in pixels."""
_LONGEST_BAR: Final = _BARS - 40
"""Its figure has the rest of that room."""
_STRIP: Final = 44
"""Height of the line of rounds, in pixels."""
_NAME: Final = 46
"""Height of a player's total, above Red's bars and below Blue's."""
_WINDOW: Final = 9
"""Squares on each side of a small board, unless the word is longer."""
_SMALL: Final = 486
"""Width and height of a small board, in pixels."""
_GAP: Final = 44
"""Pixels between two misses, with a line in the middle."""
_FOOT: Final = 36
"""Height of a line at the foot, in pixels."""
_TONES: Final = {PlayerColour.RED: Tone.RED, PlayerColour.BLUE: Tone.BLUE}
_TITLE: Final = NameSizes(Style(Face.SERIF, 46), 36, 30, 24)


@dataclass(frozen=True, slots=True)
class Bar:
    """A turn: its round, from 1, and the points it lost."""

    side: PlayerColour
    round: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MissView:
    """One of the worst misses; its lines are finished text."""

    board: BoardPicture
    """The board before the turn, with the better play shown as proposed."""
    heading: str
    lines: tuple["MissLine", ...]
    """The play made, the better play and the points lost."""


class MissLine(NamedTuple):
    """One fact about a miss."""

    label: str
    """Small text above it."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LossesView:
    """The whole picture; every text is finished."""

    over: str
    title: str
    totals: tuple[str, str]
    """For Red and for Blue: the name and the points lost."""
    bars: tuple[Bar, ...]
    missed: tuple[MissView, ...]
    footer: str
    """Text on the method by which the figures were found."""
    words: str
    """Text on the word list, and whether it is the official one."""


def render_losses(view: LossesView) -> bytes:
    """Return the picture as a PNG."""
    chart = _HEAD + 2 * (_NAME + _BARS) + _STRIP
    blocks = len(view.missed) * (_SMALL + _GAP)
    canvas = Canvas(WIDTH, chart + _GAP + blocks + _FOOT + 2 * _EDGE)
    room = WIDTH - 2 * _EDGE
    canvas.label(Box(_EDGE, _EDGE, room, 36), view.over, Style(Face.SEMI, 26, Tone.MUTED))
    draw_name(canvas, Box(_EDGE, _EDGE + 38, room, 70), view.title, _TITLE)
    _draw_bars(canvas, Box(_EDGE, _HEAD, room, chart - _HEAD), view)
    top = chart + _GAP
    for missed in view.missed:
        canvas.rule(_EDGE, top - _GAP // 2, room, Tone.LINE, 2)
        _draw_missed(canvas, Box(_EDGE, top, room, _SMALL), missed)
        top += _SMALL + _GAP
    for line in (view.footer, view.words):
        canvas.label(Box(_EDGE, top, room, 34), line, Style(Face.REGULAR, 24, Tone.MUTED))
        top += _FOOT
    return canvas.png()


def _draw_bars(canvas: Canvas, box: Box, view: LossesView) -> None:
    """Draw both players' totals, the line of rounds between them, and a bar for each turn."""
    line = Box(box.x, box.y + _NAME + _BARS, box.width, _STRIP)
    foot = Box(box.x, line.bottom + _BARS, box.width, _NAME)
    for place, total, side in zip(
        (Box(box.x, box.y, box.width, _NAME), foot), view.totals, PlayerColour, strict=True
    ):
        canvas.label(place, total, Style(Face.BOLD, 34, _TONES[side]))
    rounds = max((bar.round for bar in view.bars), default=1)
    most = max((bar.lost for bar in view.bars), default=1) or 1
    step = box.width / rounds
    canvas.fill(line, Tone.PANEL)
    # One size for all, so that neighbouring numbers neither touch nor differ.
    figure = Style(Face.SEMI, 26, Tone.MUTED, Tone.PANEL)
    figure = figure.fit("0" * len(str(max(rounds, most))), round(step) - 4)
    for number in range(1, rounds + 1):
        middle = Box(round(box.x + (number - 1) * step), line.y, round(step), _STRIP)
        canvas.label(middle, str(number), figure, 0.5)
    for bar in view.bars:
        column = Box(round(box.x + (bar.round - 1) * step), line.y, round(step), _STRIP)
        _draw_bar(canvas, column, bar, _LONGEST_BAR * bar.lost // most, figure)


def _draw_bar(canvas: Canvas, column: Box, bar: Bar, height: int, figure: Style) -> None:
    """Draw the bar of a turn with its points; `column` is the round's part of the line."""
    width = min(round(column.width * 0.7), 60)
    x = column.x + (column.width - width) // 2
    is_red = bar.side is PlayerColour.RED
    y = column.y - height if is_red else column.bottom
    canvas.fill(Box(x, y, width, height), _TONES[bar.side])
    if not is_red:  # an empty bar, as Blue's tiles have no fill
        canvas.fill(Box(x, y, width, height).inset(4), Tone.PAPER)
    if bar.lost:
        beside = y - 36 if is_red else y + height + 2
        place = Box(column.x, beside, column.width, 34)
        style = figure._replace(tone=_TONES[bar.side], ground=Tone.PAPER)
        canvas.label(place, str(bar.lost), style, 0.5)


def _draw_missed(canvas: Canvas, box: Box, missed: MissView) -> None:
    """Draw a miss: the part of the board at the left, its heading and lines at the right."""
    small = _window(missed.board)
    canvas.sprite(small, box.x, box.y)
    left = box.x + small.width + 36
    room = box.right - left
    tone = _TONES[missed.board.side]
    canvas.label(Box(left, box.y + 6, room, 44), missed.heading, Style(Face.BOLD, 36, tone))
    y = box.y + 84
    for label, text in missed.lines:
        canvas.label(Box(left, y, room, 34), label, Style(Face.REGULAR, 28, Tone.MUTED))
        canvas.label(Box(left, y + 36, room, 52), text, Style(Face.SEMI, 42))
        y += 126


def _window(board: BoardPicture) -> Image.Image:
    """Return the part of the board around the better play, with row letters and column numbers."""
    rows = _span(tile.square.row for tile in board.proposed)
    columns = _span(tile.square.column for tile in board.proposed)
    size = max(_WINDOW, len(rows), len(columns))
    gutter = 36
    cell = (_SMALL - gutter) // size
    grid = Grid(gutter, gutter, cell, gutter)
    whole = Canvas(grid.outer.width + 4, grid.outer.height + 4)
    draw_board(whole, grid, board.labels)
    draw_tiles(whole, grid, board.tiles, board.tile_values, lambda _: TileStyle.PLAIN)
    draw_tiles(whole, grid, board.proposed, board.tile_values, lambda _: TileStyle.PROPOSED)
    left, top = (_first(span, size) * cell + gutter for span in (columns, rows))
    side = size * cell
    window = Image.new("L", (side + gutter, side + gutter), int(Tone.PAPER))
    picture = whole.image
    window.paste(picture.crop((left, top, left + side, top + side)), (gutter, gutter))
    window.paste(picture.crop((left, 0, left + side, gutter)), (gutter, 0))
    window.paste(picture.crop((0, top, gutter, top + side)), (0, gutter))
    return window


def _span(lines: Iterable[int]) -> range:
    """Return the lines from the first of these to the last; all for a pass, which has none."""
    numbers = tuple(lines) or (0, SIZE - 1)
    return range(min(numbers), max(numbers) + 1)


def _first(span: range, size: int) -> int:
    """Return the first row or column of a window of that size, with the span in its middle."""
    return max(0, min(SIZE - size, span.start - (size - len(span)) // 2))
