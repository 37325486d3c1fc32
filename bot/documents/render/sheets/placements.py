"""Draw the table of moves in the boxes from `table_layout` (art. 4.2, 5.2)."""

from collections.abc import Sequence

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style, measure
from bot.documents.render.sheets.panels import SIDE_LABELS, draw_band
from bot.documents.render.sheets.table_layout import (
    PlacedRow,
    RoundBand,
    RowText,
    TablePlan,
    halves,
    plan_table,
    side_columns,
)
from bot.documents.render.sheets.table_sizes import (
    caption_height,
    main_height,
    name_height,
    padding,
    small_height,
    small_size,
)
from bot.documents.render.theme import Face, Tone
from bot.documents.render.tiles import SIDE_TONES
from bot.documents.render.view import Labels, PlacementRow, PlayerScore, RowKind
from bot.texts.signs import signed

_COUNTING = (RowKind.PLACED, RowKind.PASSED)
"""The kinds of rows that count."""
Players = tuple[PlayerScore, PlayerScore]
"""Red and Blue."""


def plan_placements(area: Box, players: Players, labels: Labels) -> TablePlan:
    """Return the places of all rows of both players."""
    red, blue = (_texts(player.rows, labels) for player in players)
    return plan_table(area, red, blue, measure)


def _texts(rows: Sequence[PlacementRow], labels: Labels) -> list[RowText]:
    return [RowText(row.round, _main(row, labels), row.adjacent, row.note) for row in rows]


def _main(row: PlacementRow, labels: Labels) -> str:
    """Return the text of a row's first line."""
    return labels["sheet.pass"] if row.kind is RowKind.PASSED else row.word


def draw_placements(canvas: Canvas, plan: TablePlan, players: Players, labels: Labels) -> None:
    """Draw the headings, the rounds played with all their rows, and the empty future rounds."""
    for column in plan.columns:
        _headings(canvas, plan, column, players, labels)
    newest = _newest(players)
    for band in plan.bands:
        _band(canvas, plan.size, band, is_shaded=band.round % 2 == 0)
        for player, stack in zip(players, band.rows, strict=True):
            for placed in stack:
                row = player.rows[placed.index]
                _Row(canvas, plan.size, player, labels).draw(row, placed, is_newest=row is newest)


def _newest(players: Players) -> PlacementRow | None:
    """Return the row of the last move or pass, or None; within a round Blue's comes after Red's."""
    move_rows = [row for player in players for row in player.rows if row.kind in _COUNTING]
    latest = max((row.round for row in move_rows), default=0)
    return next((row for row in reversed(move_rows) if row.round == latest), None)


def _headings(
    canvas: Canvas, plan: TablePlan, column: Box, players: Players, labels: Labels
) -> None:
    """Draw both players' names and the captions of the columns."""
    size = plan.size
    red, spine, blue = halves(column, size)
    top, low = name_height(size), caption_height(size)
    caption = Style(Face.REGULAR, max(7, round(size * 0.66)), Tone.MUTED)

    def strip(box: Box) -> Box:
        return Box(box.x, column.y + top, box.width, low)

    for half, player in zip((red, blue), players, strict=True):
        _player_band(canvas, Box(half.x, half.y, half.width, top), size, player, labels)
        columns = side_columns(half, size)
        canvas.label(strip(columns.position), labels["sheet.position"], caption)
        canvas.label(strip(columns.word), labels["sheet.word"], caption)
        canvas.label(strip(columns.score), labels["sheet.score"], caption, 1)
        canvas.label(strip(columns.total), labels["sheet.total"], caption, 1)
    canvas.label(strip(spine), labels["sheet.round"], caption, 0.5)
    canvas.rule(column.x, column.y + plan.heading - 2, column.width, Tone.INK, 2)


def _player_band(canvas: Canvas, band: Box, size: int, player: PlayerScore, labels: Labels) -> None:
    """Draw a player's colour at the left of their band, and their name at its right."""
    ink, ground = draw_band(canvas, band, player.side)
    style = Style(Face.BOLD, round(size * 0.86), ink, ground)
    inner = Box(band.x + 12, band.y, band.width - 24, band.height)
    free = canvas.label(inner, labels[SIDE_LABELS[player.side]], style) - 20
    style = style._replace(face=Face.SEMI).fit(player.name, free, least=style.size * 2 // 3)
    right = Box(inner.right - free, inner.y, free, inner.height)
    canvas.label(right, style.shorten(player.name, free), style, 1)


def _band(canvas: Canvas, size: int, band: RoundBand, *, is_shaded: bool) -> None:
    """Draw the ground of a round, with its number in the middle."""
    ground = Tone.PANEL if is_shaded else Tone.PAPER
    canvas.fill(band.box, ground)
    played = any(band.rows)
    tone = Tone.MUTED if played else Tone.FAINT
    first = Box(band.spine.x, band.box.y, band.spine.width, main_height(size) + padding(size))
    face = Face.SEMI if played else Face.REGULAR
    canvas.label(first, str(band.round), Style(face, round(size * 0.8), tone, ground), 0.5)
    canvas.rule(band.box.x, band.box.bottom - 1, band.box.width, Tone.LINE, 1)
    canvas.fill(Box(band.spine.x, band.box.y, 1, band.box.height), Tone.LINE)
    canvas.fill(Box(band.spine.right - 1, band.box.y, 1, band.box.height), Tone.LINE)


class _Row:
    """Draws the rows of one player."""

    def __init__(self, canvas: Canvas, size: int, player: PlayerScore, labels: Labels) -> None:
        self._canvas, self._size, self._player, self._labels = canvas, size, player, labels
        self._ground = Tone.PAPER
        """The ground of the row that is being drawn."""

    def draw(self, row: PlacementRow, placed: PlacedRow, *, is_newest: bool) -> None:
        """Draw a row with the lines under it; the newest move of the game is on gold."""
        size = self._size
        box = placed.box
        self._ground = Tone.PANEL if row.round % 2 == 0 else Tone.PAPER
        if is_newest:
            self._ground = Tone.GOLD_SOFT
            self._canvas.fill(Box(box.x, box.y, box.width - 1, box.height - 1), self._ground)
            self._canvas.fill(Box(box.x, box.y, 5, box.height - 1), Tone.GOLD)
        columns = side_columns(box, size)
        top = box.y + padding(size) // 2

        def line(cell: Box) -> Box:
            return Box(cell.x, top, cell.width, main_height(size))

        self._word(row, line(columns.position), line(columns.word))
        if row.kind is not RowKind.VOID:
            self._points(row, line(columns.score), line(columns.total))
        tone = Tone.MUTED if row.kind is RowKind.VOID else Tone.INK
        self._lines(placed, columns.under, top + main_height(size), tone)

    def _style(self, face: Face, share: float, tone: Tone) -> Style:
        """Return a style whose size is that share of the main word's, on the row's ground."""
        return Style(face, max(6, round(self._size * share)), tone, self._ground)

    def _word(self, row: PlacementRow, position: Box, word: Box) -> None:
        """Draw position and word of a move; a void move is struck through."""
        is_void = row.kind is RowKind.VOID
        place = self._style(Face.REGULAR, 0.86, Tone.MUTED if is_void else Tone.INK)
        self._canvas.label(position, row.position, place)
        tone = Tone.MUTED if is_void else SIDE_TONES[self._player.side]
        free = self._canvas.label(word, _main(row, self._labels), self._style(Face.BOLD, 1, tone))
        if is_void:
            struck = word.right - free - position.x
            self._canvas.rule(position.x, word.y + word.height // 2, struck, Tone.MUTED, 2)

    def _points(self, row: PlacementRow, score: Box, total: Box) -> None:
        """Draw the counted points and the total; points that a ruling changed are in brackets."""
        free = self._canvas.label(
            score, signed(row.counted), self._style(Face.REGULAR, 0.94, Tone.INK), 1
        )
        if row.counted != row.score and row.kind is RowKind.PLACED:
            rest = Box(score.x, score.y, free - self._size // 4, score.height)
            played = self._style(Face.REGULAR, 0.7, Tone.MUTED)
            self._canvas.label(rest, f"({signed(row.score)})", played, 1)
        total = Box(total.x + 8, total.y, total.width - 8, total.height)
        self._canvas.label(total, signed(row.total), self._style(Face.BOLD, 0.94, Tone.INK), 1)

    def _lines(self, placed: PlacedRow, column: Box, y: int, tone: Tone) -> None:
        """Draw the adjacent words and the note under a row's first line."""
        height = small_height(self._size)
        small = Style(Face.REGULAR, small_size(self._size), tone, self._ground)
        note = Style(Face.ITALIC, small_size(self._size), Tone.MUTED, self._ground)
        lines = [(text, small) for text in placed.adjacent] + [(text, note) for text in placed.note]
        for text, style in lines:
            self._canvas.label(Box(column.x, y, column.width, height), text, style)
            y += height
