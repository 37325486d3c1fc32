"""Draw the picture of *How to play*: rack, square, word and the button that sends."""

from dataclasses import dataclass, replace

from bot.documents.render.board import draw_board, draw_rack, draw_tiles
from bot.documents.render.canvas import Canvas, rounded
from bot.documents.render.layout import Box, Grid, PictureLayout, picture_layout
from bot.documents.render.lettering import Style
from bot.documents.render.theme import Face, Tone
from bot.documents.render.tiles import TileStyle
from bot.documents.render.view import BoardPicture
from engine.board import SIZE, Square

_ROWS = (4, 11)
"""The rows of the board that the picture shows: those around the first word."""
_STEP, _GAP = 92, 26
"""Pixels from one step's text to the next, and between the parts of the picture."""
_MARK = 60
"""Diameter of a number's circle, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HowPicture:
    """A first move in four steps: its board, the texts beside the numbers, and the button."""

    board: BoardPicture
    start: Square
    """The square of the word's first letter."""
    steps: tuple[str, ...]
    """A text for each number: rack, square, word, button."""
    typed: str
    """The move as it is written."""
    send: str
    """The label of the button."""


def render_how(view: HowPicture) -> bytes:
    """Return the rack, a part of the board with the word, the text and the button, as a PNG."""
    layout = picture_layout(with_rack=True)
    grid = layout.grid
    board = _board(view, layout)
    first, last = _ROWS
    top = grid.square(Square(first, 0)).y
    rows = board.image.crop((0, top, layout.width, grid.square(Square(last, 0)).y))
    column_numbers = board.image.crop((0, 0, layout.width, grid.y - 4))
    rack_top = column_numbers.height + rows.height + _GAP
    steps_top = rack_top + layout.rack.height + _GAP
    canvas = Canvas(layout.width, steps_top + len(view.steps) * _STEP + _GAP)
    canvas.sprite(column_numbers, 0, 0)
    canvas.sprite(rows, 0, column_numbers.height)
    rack = Box(grid.x, rack_top, layout.rack.width, layout.rack.height)
    draw_rack(canvas, rack, replace(view.board, proposed=(), coming=""))
    _mark_word(canvas, grid, view, shift=column_numbers.height - top)
    _mark(canvas, grid.x + len(view.board.rack) * (rack.height + 8) + 8, rack_top + 12, 1)
    for number, text in enumerate(view.steps, 1):
        line = Box(grid.x, steps_top + (number - 1) * _STEP, layout.width - grid.x, _STEP)
        _draw_step(canvas, line, number, text, view)
    return canvas.png()


def _board(view: HowPicture, layout: PictureLayout) -> Canvas:
    """Return the whole board with the word, from which the picture takes some rows."""
    whole = Canvas(layout.width, layout.height)
    board = view.board
    draw_board(whole, layout.grid, board.labels)
    draw_tiles(whole, layout.grid, board.proposed, board.tile_values, lambda _: TileStyle.PROPOSED)
    return whole


def _mark_word(canvas: Canvas, grid: Grid, view: HowPicture, *, shift: int) -> None:
    """Write 2 before the word's first square and 3 after its last; `shift` moves the board down."""
    start = grid.square(view.start)
    column = min(view.start.column + len(view.board.proposed), SIZE - 1)
    end = grid.square(Square(view.start.row, column))
    _mark(canvas, start.x - _MARK - 8, start.y + shift + 4, 2)
    _mark(canvas, end.x + 8, end.y + shift + 4, 3)


def _draw_step(canvas: Canvas, line: Box, number: int, text: str, view: HowPicture) -> None:
    """Draw a step: its number and text; beside the last two, the typed move and the button."""
    _mark(canvas, line.x, line.y + 8, number)
    room = Box(line.x + _MARK + 22, line.y, 590, _STEP - 12)
    canvas.label(room, text, Style(Face.REGULAR, 36))
    beside = Box(room.right + 10, line.y + 4, line.right - room.right - 40, _STEP - 20)
    if number == len(view.steps) - 1:
        _typed(canvas, beside, view.typed)
    elif number == len(view.steps):
        _button(canvas, beside, view.send)


def _typed(canvas: Canvas, box: Box, text: str) -> None:
    """Draw a text as it is typed."""
    canvas.fill(box, Tone.GOLD_SOFT)
    canvas.frame(box, Tone.GOLD, 3)
    canvas.label(box.inset(8), text, Style(Face.BOLD, 38, Tone.INK, Tone.GOLD_SOFT), 0.5)


def _button(canvas: Canvas, box: Box, text: str) -> None:
    """Draw a button with its label."""
    canvas.stamp(rounded(box.width, box.height, 18), box.x, box.y, Tone.BLUE, Tone.PAPER)
    canvas.label(box.inset(8), text, Style(Face.BOLD, 38, Tone.WHITE, Tone.BLUE), 0.5)


def _mark(canvas: Canvas, x: int, y: int, number: int) -> None:
    """Draw a number in a circle, over any ground."""
    canvas.trace(rounded(_MARK, _MARK, _MARK // 2), x, y, Tone.RED)
    box = Box(x, y, _MARK, _MARK)
    canvas.label(box.inset(6), str(number), Style(Face.BOLD, 36, Tone.WHITE, Tone.RED), 0.5)
