"""Draw the competition sheet (fișă de concurs), art. 2.1 and 4.2."""

from bot.documents.render.board import draw_board, draw_tiles
from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import PAGE, Box, SheetLayout, sheet_layout
from bot.documents.render.lettering import Style
from bot.documents.render.sheets.head import draw_foot, draw_head
from bot.documents.render.sheets.panels import draw_last, draw_player, draw_sequence
from bot.documents.render.sheets.placements import draw_placements, plan_placements
from bot.documents.render.theme import Face, Tone
from bot.documents.render.tiles import SIDE_TONES, TileStyle
from bot.documents.render.view import CompetitionSheetView
from bot.texts.signs import gained, signed

_LINE, _FINAL = 40, 56
"""Heights of a line of the closing block, and of the line with the final scores."""


def render_competition_sheet(view: CompetitionSheetView) -> bytes:
    """Return the competition sheet as a PNG, A4 upright."""
    layout = sheet_layout()
    canvas = Canvas(PAGE.width, PAGE.height)
    draw_head(canvas, view.head, view.labels, view.labels["sheet.competition"])
    _draw_upper(canvas, view, layout)
    closing = _closing_height(view)
    table = layout.table
    area = Box(table.x, table.y, table.width, table.height - closing)
    players = (view.red, view.blue)
    plan = plan_placements(area, players, view.labels)
    draw_placements(canvas, plan, players, view.labels)
    if closing:
        _draw_closing(canvas, view, Box(table.x, area.bottom, table.width, closing))
    draw_foot(canvas, view.head, view.labels, _notes(view))
    return canvas.png()


def _draw_upper(canvas: Canvas, view: CompetitionSheetView, layout: SheetLayout) -> None:
    """Draw the board and the panels beside it; the tiles of the last move are highlighted."""
    last = view.last.squares if view.last else frozenset()
    draw_board(canvas, layout.grid, view.labels)
    draw_tiles(
        canvas,
        layout.grid,
        view.tiles,
        view.tile_values,
        lambda square: TileStyle.LAST if square in last else TileStyle.PLAIN,
    )
    draw_player(canvas, layout.red, view.red, view.labels, view.tile_values)
    draw_player(canvas, layout.blue, view.blue, view.labels, view.tile_values)
    draw_last(canvas, layout.last, view.last, view.labels)
    draw_sequence(canvas, layout.sequence, view.sequence, view.labels)


def _notes(view: CompetitionSheetView) -> tuple[str, ...]:
    """Return the notes that this sheet needs: on points caps and on blanks, if there are any."""
    is_capped = any(
        row.counted != row.score for player in (view.red, view.blue) for row in player.rows
    )
    has_blanks = any(tile.letter.islower() for tile in view.tiles)
    return (
        view.labels["sheet.capped_note"] if is_capped else "",
        view.labels["sheet.joker_note"] if has_blanks else "",
    )


def _closing_height(view: CompetitionSheetView) -> int:
    """Return the height of the final adjustments, the final score and the result."""
    lines = max(len(view.red.adjustments), len(view.blue.adjustments))
    is_over = view.red.final is not None or view.blue.final is not None
    if not (lines or is_over or view.result):
        return 0
    return _LINE * (lines + len(view.result)) + (_FINAL if is_over else 0) + 12


def _draw_closing(canvas: Canvas, view: CompetitionSheetView, box: Box) -> None:
    """Draw each player's adjustments and final score side by side, and the result below them."""
    canvas.rule(box.x, box.y + 4, box.width, Tone.INK, 3)
    top = box.y + 10
    half = (box.width - 62) // 2
    lines = max(len(view.red.adjustments), len(view.blue.adjustments))
    for x, player in ((box.x, view.red), (box.right - half, view.blue)):
        y = top
        for entry in player.adjustments:
            row = Box(x + 9, y, half - 18, _LINE)
            free = canvas.label(row, gained(entry.points), Style(Face.SEMI, 28), 1) - 20
            canvas.label(row._replace(width=free), entry.label, Style(Face.REGULAR, 26, Tone.MUTED))
            y += _LINE
        if player.final is not None:
            row = Box(x + 9, top + lines * _LINE, half - 18, _FINAL)
            tone = SIDE_TONES[player.side]
            free = canvas.label(row, signed(player.final), Style(Face.BOLD, 46, tone), 1) - 20
            label = Style(Face.SEMI, 30, tone)
            canvas.label(row._replace(width=free), view.labels["sheet.final"], label)
    y = box.bottom - _LINE * len(view.result)
    for text in view.result:
        canvas.label(Box(box.x, y, box.width, _LINE), text, Style(Face.SEMI, 30), 0.5)
        y += _LINE
