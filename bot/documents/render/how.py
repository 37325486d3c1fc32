"""Draw the picture of *How to play*: rack, square, word and the button that sends."""

from dataclasses import dataclass, replace

from bot.documents.render.board import draw_board, draw_rack, draw_tiles
from bot.documents.render.canvas import Canvas, rounded
from bot.documents.render.layout import Box, picture_layout
from bot.documents.render.lettering import Style
from bot.documents.render.theme import Face, Tone
from bot.documents.render.tiles import TileStyle
from bot.documents.render.view import BoardPicture
from engine.board import SIZE, Square

_ROWS = (4, 11)
"""The rows of the board that the picture shows: those around the first word."""
_STEP, _GAP = 92, 26
_MARK = 60


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
    whole = Canvas(layout.width, layout.height)
    draw_board(whole, grid, view.board.labels)
    draw_tiles(
        whole, grid, view.board.proposed, view.board.tile_values, lambda _: TileStyle.PROPOSED
    )
    first, last = _ROWS
    top = grid.square(Square(first, 0)).y
    part = whole.image.crop((0, top, layout.width, grid.square(Square(last, 0)).y))
    names = whole.image.crop((0, 0, layout.width, grid.y - 4))
    rack_top = names.height + part.height + _GAP
    steps_top = rack_top + layout.rack.height + _GAP
    height = steps_top + len(view.steps) * _STEP + _GAP
    canvas = Canvas(layout.width, height)
    canvas.sprite(names, 0, 0)
    canvas.sprite(part, 0, names.height)
    shift = names.height - top
    box = Box(grid.x, rack_top, layout.rack.width, layout.rack.height)
    draw_rack(canvas, box, replace(view.board, proposed=(), coming=""))
    square = grid.square(view.start)
    column = min(view.start.column + len(view.board.proposed), SIZE - 1)
    end = grid.square(Square(view.start.row, column))
    _mark(canvas, square.x - _MARK - 8, square.y + shift + 4, 2)
    _mark(canvas, end.x + 8, end.y + shift + 4, 3)
    _mark(canvas, grid.x + len(view.board.rack) * (box.height + 8) + 8, rack_top + 12, 1)
    y = steps_top
    for number, text in enumerate(view.steps, 1):
        _mark(canvas, grid.x, y + 8, number)
        room = Box(grid.x + _MARK + 22, y, 590, _STEP - 12)
        canvas.label(room, text, Style(Face.REGULAR, 36))
        beside = Box(room.right + 10, y + 4, layout.width - room.right - 40, _STEP - 20)
        if number == len(view.steps) - 1:
            _typed(canvas, beside, view.typed)
        elif number == len(view.steps):
            _button(canvas, beside, view.send)
        y += _STEP
    return canvas.png()


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
