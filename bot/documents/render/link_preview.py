"""The picture that chats and other sites show of a link (Open Graph): 1200 × 630 pixels."""

from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from bot.documents.render.board import draw_board, draw_tiles
from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box, Grid
from bot.documents.render.lettering import Style, halved
from bot.documents.render.theme import PALETTE, Face, PlayerColour, Tone
from bot.documents.render.tiles import TileStyle
from bot.documents.render.view import BoardPicture
from bot.texts.signs import signed

WIDTH, HEIGHT = 1200, 630
_GRID = Grid(45, 45, 38, 30)
_LEFT, _ROOM = 660, 500
"""The left edge and the width of the texts beside the board."""
_PER_PLAYER = 205
"""Height of a player's name and score."""
_TONES = {PlayerColour.RED: Tone.RED, PlayerColour.BLUE: Tone.BLUE}


class PreviewPlayer(NamedTuple):
    """A player of the finished game."""

    colour: PlayerColour
    name: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePreview:
    """A finished game: its board and both results."""

    title: str
    """The competition."""
    subtitle: str
    """Text that names the game and its match."""
    board: BoardPicture
    players: tuple[PreviewPlayer, ...]


def render_game_preview(view: GamePreview) -> bytes:
    """Return the final board with both players and their scores, as a PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    draw_board(canvas, _GRID, view.board.labels)
    draw_tiles(canvas, _GRID, view.board.tiles, view.board.tile_values, lambda _: TileStyle.PLAIN)
    style = Style(Face.SEMI, 32, Tone.MUTED)
    lines = halved(view.title, style) if style.width(view.title) > _ROOM else (view.title,)
    style = style.fit(max(lines, key=style.width), _ROOM)
    for number, line in enumerate(lines):
        canvas.label(Box(_LEFT, 30 + 42 * number, _ROOM, 42), line, style)
    top = 150
    for player in view.players:
        tone = _TONES[player.colour]
        name = NameSizes(Style(Face.BOLD, 48, tone), 32, 28, 18)
        draw_name(canvas, Box(_LEFT, top, _ROOM, 60), player.name, name)
        score = Box(_LEFT, top + 60, _ROOM, 120)
        canvas.label(score, signed(player.score), Style(Face.BOLD, 112, tone))
        top += _PER_PLAYER
    canvas.label(Box(_LEFT, 555, _ROOM, 44), view.subtitle, Style(Face.REGULAR, 32, Tone.MUTED))
    return canvas.png()


def table_preview(table: bytes) -> bytes:
    """Return the upper part of a picture of a table, at the full width of a preview, as a PNG."""
    with Image.open(BytesIO(table)) as opened:
        picture = opened.convert("RGB")
    height = round(picture.height * WIDTH / picture.width)
    ground = Image.new("RGB", (WIDTH, HEIGHT), tuple(PALETTE[:3]))
    ground.paste(picture.resize((WIDTH, height), Image.Resampling.LANCZOS), (0, 0))
    out = BytesIO()
    # Few colours make a small file, and a table needs no more.
    ground.quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
