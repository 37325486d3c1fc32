"""Draw the board (squares, premiums, tiles), and the picture of a board with a rack under it."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.documents.render.canvas import Canvas, shape
from bot.documents.render.layout import Box, Grid, PictureLayout, picture_layout
from bot.documents.render.lettering import Style
from bot.documents.render.theme import PREMIUM_TONES, Face, Tone
from bot.documents.render.tiles import TileFace, TileStyle, spent_sprite, tile_sprite
from bot.documents.render.view import BoardPicture, Labels, LaidTile
from engine.board import CENTRE, PREMIUMS, ROW_NAMES, SIZE, Square
from engine.tiles import as_held

_PREMIUM_LABELS: Final = {
    "W": "sheet.triple_word",
    "w": "sheet.double_word",
    "L": "sheet.triple_letter",
    "l": "sheet.double_letter",
}
"""The label of each premium square, by its mark in `engine.board.PREMIUMS`."""
_STAR: Final = 0.56
"""Size of the star on the centre, as a share of the square."""
_PREMIUM_TYPE: Final = 0.34
"""Type size of a premium's label, as a share of the square."""
_COORDINATE_TYPE: Final = 0.68
"""Type size of letters and numbers beside the board, as a share of their strip."""
_INNER_CORNER: Final = 0.42
"""How far the star's inner corners are from its middle, as a share of the outer ones."""


def draw_board(canvas: Canvas, grid: Grid, labels: Labels) -> None:
    """Draw the empty board with its row letters and column numbers."""
    premiums = tuple(labels[key] for key in _PREMIUM_LABELS.values())
    canvas.sprite(_empty_board(grid.cell, grid.gutter, premiums), grid.outer.x, grid.outer.y)


def draw_tiles(
    canvas: Canvas,
    grid: Grid,
    tiles: Iterable[LaidTile],
    values: Mapping[str, int],
    look: Callable[[Square], TileStyle],
) -> None:
    """Draw tiles on the board; `look` returns the look of the tile on a square."""
    for tile in tiles:
        box = grid.square(tile.square)
        face = TileFace(tile.letter, values[tile.letter], tile.side, look(tile.square))
        canvas.sprite(tile_sprite(face, grid.cell, Tone.GRID), box.x, box.y)


@lru_cache(maxsize=4)
def _empty_board(cell: int, gutter: int, premiums: tuple[str, ...]) -> Image.Image:
    """Return the board without tiles; `premiums` are the texts of `_PREMIUM_LABELS`, in order."""
    grid = Grid(gutter, gutter, cell, gutter)
    outer = grid.outer
    canvas = Canvas(outer.width + 4, outer.height + 4)
    labels = dict(zip(_PREMIUM_LABELS, premiums, strict=True))
    canvas.fill(Box(grid.x - 4, grid.y - 4, SIZE * cell + 8, SIZE * cell + 8), Tone.INK)
    canvas.fill(grid.box, Tone.GRID)
    for row in range(SIZE):
        for column in range(SIZE):
            box = grid.square(Square(row, column)).inset(1)
            mark = PREMIUMS[row][column]
            ground, ink = PREMIUM_TONES[mark]
            canvas.fill(box, ground)
            if (row, column) == CENTRE:
                size = round(cell * _STAR)
                at = (box.x + (box.width - size) // 2, box.y + (box.height - size) // 2)
                canvas.stamp(shape(size, size, _star), *at, ink, ground)
            elif mark in labels:
                canvas.label(
                    box,
                    labels[mark],
                    Style(Face.SEMI, round(cell * _PREMIUM_TYPE), ink, ground),
                    0.5,
                )
    _draw_coordinates(canvas, grid)
    return canvas.image


def _star(draw: ImageDraw.ImageDraw, scale: int) -> None:
    """Draw the star of the centre: five points, each with a corner nearer to the middle."""
    width, height = draw.im.size
    middle = width / 2
    points = []
    for corner in range(10):
        reach = middle * (1 if corner % 2 == 0 else _INNER_CORNER)
        turn = math.pi * corner / 5
        points.append((middle + reach * math.sin(turn), height / 2 - reach * math.cos(turn)))
    draw.polygon(points, fill=255, width=scale)


def _draw_coordinates(canvas: Canvas, grid: Grid) -> None:
    """Write the column numbers above the board and the row letters beside it."""
    style = Style(Face.SEMI, round(grid.gutter * _COORDINATE_TYPE), Tone.MUTED)
    strip = grid.gutter - 6
    for number in range(SIZE):
        along = number * grid.cell
        above = Box(grid.x + along, grid.y - 4 - strip, grid.cell, strip)
        canvas.label(above, str(number + 1), style, 0.5)
        beside = Box(grid.x - 6 - strip, grid.y + along, strip, grid.cell)
        canvas.label(beside, ROW_NAMES[number], style, 0.5)


def draw_rack(canvas: Canvas, box: Box, picture: BoardPicture) -> None:
    """Draw the rack, with gaps for the tiles of the proposed play, and the next tiles to draw."""
    spent = Counter(as_held(tile.letter) for tile in picture.proposed)
    size = box.height
    x = box.x
    for letter in picture.rack:
        if spent[letter] > 0:
            spent[letter] -= 1
            sprite = spent_sprite(size)
        else:
            face = TileFace(letter, picture.tile_values[letter], picture.side)
            sprite = tile_sprite(face, size, Tone.PAPER)
        canvas.sprite(sprite, x, box.y)
        x += size + 8
    if not picture.coming:
        return
    x += 12
    room = box.right - x
    heading, letters = picture.labels["sheet.next"], " ".join(picture.coming)
    canvas.label(Box(x, box.y, room, 30), heading, Style(Face.REGULAR, 26, Tone.MUTED))
    canvas.label(Box(x, box.y + 32, room, box.height - 32), letters, Style(Face.BOLD, 46))


def _mark_plan(canvas: Canvas, layout: PictureLayout, labels: Labels) -> None:
    """Write across the top that the picture is a plan, and draw a broken frame around it."""
    canvas.fill(layout.band, Tone.PLAN)
    style = Style(Face.BOLD, 40, Tone.WHITE, Tone.PLAN)
    canvas.label(layout.band.inset(10), labels["sheet.plan"], style, 0.5)
    dash, edge = 30, 6
    for y in range(layout.band.bottom, layout.height, 2 * dash):
        for x in (0, layout.width - edge):
            canvas.fill(Box(x, y, edge, dash), Tone.PLAN)
    for x in range(0, layout.width, 2 * dash):
        canvas.fill(Box(x, layout.height - edge, dash, edge), Tone.PLAN)


def render_board(view: BoardPicture) -> bytes:
    """Return the board as a PNG, with the rack under it if the view has one.

    A plan has a band, a broken frame, and the highlighted tiles of an unsent move.
    """
    has_rack, is_plan = bool(view.rack or view.coming), view.planned is not None
    layout = picture_layout(with_rack=has_rack, with_band=is_plan)
    canvas = Canvas(layout.width, layout.height)
    draw_board(canvas, layout.grid, view.labels)
    draw_tiles(
        canvas,
        layout.grid,
        view.tiles,
        view.tile_values,
        lambda square: TileStyle.LAST if square in view.last else TileStyle.PLAIN,
    )
    unsent = (*(view.planned or ()), *view.proposed)
    draw_tiles(canvas, layout.grid, unsent, view.tile_values, lambda _: TileStyle.PROPOSED)
    if has_rack:
        draw_rack(canvas, layout.rack, view)
    if is_plan:
        _mark_plan(canvas, layout, view.labels)
    return canvas.png()
