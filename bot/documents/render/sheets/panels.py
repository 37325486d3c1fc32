"""Draw the panels beside the board: both players, the last move and the tile sequence."""

from collections.abc import Mapping

from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import SEQUENCE_COLUMNS, Box, sequence_cells
from bot.documents.render.lettering import Style
from bot.documents.render.theme import Face, PlayerColour, Tone
from bot.documents.render.tiles import SIDE_TONES, TileFace, sequence_sprite, tile_sprite
from bot.documents.render.view import Labels, LastMove, PlayerScore, SequenceTile, TileState
from bot.texts.signs import signed

NAME = NameSizes(Style(Face.SEMI, 36), 30, 31, 22)
"""The sizes of a player's name beside the board and on the thinking-time sheet."""
SIDE_LABELS = {PlayerColour.RED: "sheet.red", PlayerColour.BLUE: "sheet.blue"}
"""The label of each colour."""
_FULL_RACK = 7
"""The tiles of a rack, which spread over the whole width of the panel."""


def points_text(counted: int, score: int) -> str:
    """Return the points that count and, if different, the points played in brackets (art. 1.4)."""
    return signed(counted) if counted == score else f"{signed(counted)} ({signed(score)})"


def draw_band(canvas: Canvas, box: Box, side: PlayerColour) -> tuple[Tone, Tone]:
    """Draw a player's band, filled for Red and edged for Blue; return text tone and ground."""
    canvas.fill(box, SIDE_TONES[side])
    if side is PlayerColour.RED:
        return Tone.WHITE, Tone.RED
    canvas.fill(box.inset(3), Tone.WHITE)
    return Tone.BLUE, Tone.WHITE


def draw_player(
    canvas: Canvas, box: Box, player: PlayerScore, labels: Labels, values: Mapping[str, int]
) -> None:
    """Draw a player's panel: colour, whether it is their turn, name, score and rack."""
    turn = labels["sheet.to_move"] if player.to_move else ""
    draw_colour(canvas, Box(box.x, box.y, box.width, 44), player.side, labels, turn)
    score = signed(player.total if player.final is None else player.final)
    number = Style(Face.BOLD, 84, SIDE_TONES[player.side]).fit(score, box.width // 2)
    score_width = canvas.text((box.right, box.y + 126), score, number, 1)
    draw_name(canvas, Box(box.x, box.y + 56, box.width - score_width - 20, 78), player.name, NAME)
    count = max(_FULL_RACK, len(player.rack))
    size = min(56, (box.width + 5) // count - 5)
    for place, letter in enumerate(player.rack):
        face = TileFace(letter, values[letter], player.side)
        x = box.x + place * (box.width - size) // (count - 1)
        canvas.sprite(tile_sprite(face, size, Tone.PAPER), x, box.bottom - size)


def draw_colour(canvas: Canvas, band: Box, side: PlayerColour, labels: Labels, turn: str) -> None:
    """Draw a player's band with the name of their colour and, at its right, the text `turn`."""
    ink, ground = draw_band(canvas, band, side)
    style = Style(Face.BOLD, 26, ink, ground)
    inner = Box(band.x + 14, band.y, band.width - 28, band.height)
    free = canvas.label(inner, labels[SIDE_LABELS[side]], style) - 30
    canvas.label(Box(inner.right - free, inner.y, free, inner.height), turn, style, 1)


def draw_last(canvas: Canvas, box: Box, last: LastMove | None, labels: Labels) -> None:
    """Draw the last move in large type: position, word, points, adjacent words."""
    canvas.fill(box, Tone.GOLD if last else Tone.LINE)
    ground = Tone.GOLD_SOFT if last else Tone.PAPER
    canvas.fill(box.inset(3), ground)
    inner = Box(box.x + 17, box.y + 8, box.width - 34, box.height - 20)
    top = Box(inner.x, inner.y, inner.width, 40)
    label = Style(Face.SEMI, 25, Tone.MUTED, ground)
    if last is None:
        canvas.label(top, labels["sheet.last"], label)
        return
    bold = Style(Face.BOLD, 38, SIDE_TONES[last.side], ground)
    free = canvas.label(top, points_text(last.counted, last.score), bold, 1) - 20
    canvas.label(top._replace(width=free), labels["sheet.last"], label)
    text = f"{last.position} {last.word}" if last.word else labels["sheet.pass"]
    under = " · ".join(last.adjacent)
    height = 64 if under else 90
    middle = Box(inner.x, top.bottom, inner.width, height)
    canvas.label(middle, text, bold._replace(size=56))
    below = Box(inner.x, middle.bottom, inner.width, inner.bottom - middle.bottom)
    lines = NameSizes(Style(Face.SEMI, 30, Tone.INK, ground), 24, 24, 9)
    draw_name(canvas, below, under, lines)


def draw_sequence(
    canvas: Canvas, box: Box, tiles: tuple[SequenceTile, ...], labels: Labels
) -> None:
    """Draw the sequence ten to a row, each row with the position of its first tile."""
    heading, gutter = 42, 40
    waiting = sum(1 for tile in tiles if tile.state is TileState.WAITING)
    top = Box(box.x, box.y, box.width, 34)
    rest = f"{labels['sheet.left_in_sequence']} {waiting}"
    free = canvas.label(top, rest, Style(Face.REGULAR, 25, Tone.MUTED), 1) - 20
    canvas.label(top._replace(width=free), labels["sheet.sequence"], Style(Face.SEMI, 25))
    canvas.rule(box.x, top.bottom + 2, box.width, Tone.FAINT, 2)
    number = Style(Face.REGULAR, 20, Tone.MUTED)
    cells = sequence_cells(box, heading, gutter, len(tiles))
    for place, (cell, tile) in enumerate(zip(cells, tiles, strict=True)):
        if place % SEQUENCE_COLUMNS == 0:
            strip = Box(box.x, cell.y, cell.x - box.x - 8, cell.height)
            canvas.label(strip, str(place + 1), number, 1)
        canvas.sprite(sequence_sprite(tile, cell.width, cell.height), cell.x, cell.y)
