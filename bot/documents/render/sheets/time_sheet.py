"""Draw the thinking-time sheet (fișă timp gândire), art. 7.1 and 7.2."""

from collections.abc import Sequence

from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import draw_name
from bot.documents.render.layout import PAGE, Box
from bot.documents.render.lettering import Style, measure
from bot.documents.render.sheets.head import draw_foot, draw_head
from bot.documents.render.sheets.panels import NAME, draw_colour
from bot.documents.render.sheets.table_layout import wrap
from bot.documents.render.sheets.time_layout import (
    EXTRA_BOXES,
    HEADING,
    MOST_BOXES,
    NOTE_INDENT,
    LedgerPlan,
    LedgerRowPlan,
    TimeSide,
    ledger_columns,
    note_height,
    note_size,
    plan_ledgers,
    row_height,
    strip_boxes,
    time_layout,
)
from bot.documents.render.sheets.time_view import LedgerRow, PlayerTime, TimeSheetView
from bot.documents.render.theme import Face, PlayerColour, Tone
from bot.documents.render.tiles import SIDE_TONES
from bot.documents.render.view import Labels
from bot.texts.signs import signed
from engine.dates import format_date

_COLUMNS = (
    ("sheet.round", 0.5),
    ("sheet.received", 0.5),
    ("sheet.sent", 0.5),
    ("sheet.leave_overlap", 0.5),
    ("sheet.days_used", 1),
    ("sheet.days_total", 1),
    ("sheet.article", 1),
)
"""The label of each column of the ledger, and its alignment: 0.5 is centred, 1 to the right."""


def render_time_sheet(view: TimeSheetView) -> bytes:
    """Return the thinking-time sheet as a PNG, A4 upright."""
    players = (view.red, view.blue)
    layout = time_layout(max(map(_day_boxes, players)), max(map(_leave_boxes, players)))
    notes = tuple([row.note for row in player.rows] for player in players)
    areas = (layout[0].ledger, layout[1].ledger)
    plans = plan_ledgers(areas, (notes[0], notes[1]), _wrap)
    canvas = Canvas(PAGE.width, PAGE.height)
    draw_head(canvas, view.head, view.labels, view.labels["sheet.time"])
    for side, player, plan in zip(layout, players, plans, strict=True):
        _draw_summary(canvas, side, player, view.labels)
        _draw_days(canvas, side.days, player, view.labels)
        _draw_leave(canvas, side.leave, player, view.labels)
        _draw_ledger(canvas, plan, player, view.labels)
    draw_foot(canvas, view.head, view.labels, (view.labels["sheet.days_note"], view.after))
    return canvas.png()


def _wrap(text: str, width: int, size: int) -> tuple[str, ...]:
    return tuple(wrap(text.split(), width, size, measure, " "))


def _day_boxes(player: PlayerTime) -> int:
    """Return how many day boxes are drawn: the budget, and some of the days beyond it."""
    extra = max(0, len(player.day_rounds) - player.budget)
    return min(MOST_BOXES, player.budget + min(extra, EXTRA_BOXES))


def _leave_boxes(player: PlayerTime) -> int:
    """Return how many leave boxes are drawn: those of the phase, or more if more were announced."""
    return min(MOST_BOXES, max(player.leave_budget, len(player.leave)))


def _draw_summary(canvas: Canvas, side: TimeSide, player: PlayerTime, labels: Labels) -> None:
    """Draw the player's band and name, the days left and the last day to answer, large."""
    tone = SIDE_TONES[player.side]
    draw_colour(
        canvas, side.band, player.side, labels, labels["sheet.to_move"] if player.to_move else ""
    )
    draw_name(canvas, side.name, player.name, NAME)
    days = player.budget - len(player.day_rounds)
    number = Style(Face.BOLD, 116, tone)
    free = canvas.label(side.left, signed(days), number)
    words = Box(side.left.right - free + 16, side.left.y + 60, free - 16, 44)
    if days < 0:
        box = Box(words.x, words.y, min(words.width, 170), words.height)
        canvas.fill(box, Tone.GOLD)
        canvas.label(
            box.inset(8), labels["sheet.exceeded"], Style(Face.BOLD, 28, tone, Tone.GOLD), 0.5
        )
    else:
        canvas.label(words, player.left_words, Style(Face.REGULAR, 30, Tone.MUTED))
    if player.last_day is not None:
        top = Box(side.last_day.x, side.last_day.y + 10, side.last_day.width, 36)
        canvas.label(top, labels["sheet.last_day"], Style(Face.REGULAR, 28, Tone.MUTED), 1)
        low = Box(top.x, top.bottom, top.width, side.last_day.bottom - top.bottom)
        canvas.label(low, format_date(player.last_day), Style(Face.BOLD, 56), 1)


def _heading(canvas: Canvas, region: Box, text: str, right: str) -> None:
    """Write the heading of a strip of boxes, with another text at its right."""
    top = region._replace(height=HEADING - 12)
    free = canvas.label(top, right, Style(Face.REGULAR, 27, Tone.MUTED), 1) - 20
    canvas.label(top._replace(width=free), text, Style(Face.SEMI, 27))


def _draw_days(canvas: Canvas, region: Box, player: PlayerTime, labels: Labels) -> None:
    """Draw the numbered day boxes, each used day with its round's number (art. 7.2)."""
    used = len(player.day_rounds)
    _heading(canvas, region, labels["sheet.days"], f"{used} / {_budget(player)}")
    boxes = strip_boxes(region, _day_boxes(player))
    for place, box in enumerate(boxes):
        if place >= used:
            _empty_box(canvas, box, str(place + 1))
            continue
        ink, ground = _used_box(canvas, box, player.side, beyond=place >= player.budget)
        number = Box(box.x + 8, box.y + 5, box.width - 16, 20)
        canvas.label(number, str(place + 1), Style(Face.REGULAR, 18, ink, ground))
        inner = Box(box.x + 6, box.y + 18, box.width - 12, box.height - 20)
        round_text = str(player.day_rounds[place])
        canvas.label(
            inner, _shared(boxes, place, used) or round_text, Style(Face.BOLD, 36, ink, ground), 0.5
        )


def _shared(boxes: Sequence[Box], place: int, days: int) -> str:
    """Return `+3` in the last box if it stands for three days, which have no boxes of their own."""
    is_last = place == len(boxes) - 1
    return f"+{days - place}" if is_last and days > len(boxes) else ""


def _budget(player: PlayerTime) -> str:
    """Return the days of the phase, and those that the arbiter granted in addition (art. 7.2)."""
    if not player.granted:
        return str(player.budget)
    return f"{player.budget - player.granted} + {player.granted}"


def _used_box(canvas: Canvas, box: Box, side: PlayerColour, *, beyond: bool) -> tuple[Tone, Tone]:
    """Draw a used day: filled for Red, edged for Blue, gold beyond the budget."""
    tone = SIDE_TONES[side]
    canvas.fill(box, tone)
    if beyond:
        canvas.fill(box.inset(4), Tone.GOLD)
        return tone, Tone.GOLD
    if side is PlayerColour.RED:
        return Tone.WHITE, tone
    canvas.fill(box.inset(4), Tone.WHITE)
    return tone, Tone.WHITE


def _empty_box(canvas: Canvas, box: Box, number: str) -> None:
    canvas.frame(box, Tone.FAINT, 2)
    canvas.label(box, number, Style(Face.REGULAR, 24, Tone.FAINT), 0.5)


def _draw_leave(canvas: Canvas, region: Box, player: PlayerTime, labels: Labels) -> None:
    """Draw the leave boxes with their dates: filled if past, not filled if only announced."""
    left = player.leave_budget - len(player.leave)
    _heading(canvas, region, labels["sheet.leave"], f"{labels['sheet.leave_left']} {signed(left)}")
    boxes = strip_boxes(region, _leave_boxes(player))
    for place, box in enumerate(boxes):
        if place >= len(player.leave):
            _empty_box(canvas, box, str(place + 1))
            continue
        day = player.leave[place]
        if day.is_over:
            ink, ground = _used_box(canvas, box, player.side, beyond=False)
        else:
            ink, ground = SIDE_TONES[player.side], Tone.PANEL
            canvas.fill(box, ink)
            canvas.fill(box.inset(2), ground)
        style = Style(Face.SEMI, 26, ink, ground)
        text = _shared(boxes, place, len(player.leave)) or f"{day.day:%d.%m}"
        canvas.label(box.inset(8), text, style, 0.5)


def _draw_ledger(canvas: Canvas, plan: LedgerPlan, player: PlayerTime, labels: Labels) -> None:
    """Draw the rows that explain every day used."""
    caption = Style(Face.REGULAR, max(7, round(plan.size * 0.78)), Tone.MUTED)
    for cell, (key, align) in zip(ledger_columns(plan.heading), _COLUMNS, strict=True):
        canvas.label(cell.inset(2), labels[key], caption, align)
    tone = SIDE_TONES[player.side]
    canvas.rule(plan.heading.x, plan.heading.bottom - 3, plan.heading.width, tone, 3)
    rows = player.rows[len(player.rows) - len(plan.rows) :]
    for place, (row, placed) in enumerate(zip(rows, plan.rows, strict=True)):
        ground = Tone.PANEL if place % 2 else Tone.PAPER
        if row.sent is None:
            ground = Tone.GOLD_SOFT
        number = Style(Face.BOLD, plan.size, tone, ground)
        _draw_row(canvas, row, placed, number)
    for place, box in enumerate(plan.empty, len(plan.rows)):
        canvas.fill(box, Tone.PANEL if place % 2 else Tone.PAPER)
        canvas.rule(box.x, box.bottom - 1, box.width, Tone.LINE, 1)


def _draw_row(canvas: Canvas, row: LedgerRow, placed: LedgerRowPlan, number: Style) -> None:
    """Draw one row with its note; `number` is the style of its round, in the player's colour."""
    size, ground = number.size, number.ground
    canvas.fill(placed.box, ground)
    canvas.rule(placed.box.x, placed.box.bottom - 1, placed.box.width, Tone.LINE, 1)
    plain = Style(Face.REGULAR, size, Tone.INK, ground)
    quiet = plain._replace(tone=Tone.MUTED)
    bold = plain._replace(face=Face.BOLD)
    cells = (
        (str(row.round), number),
        (format_date(row.received), plain),
        ("…" if row.sent is None else format_date(row.sent), plain),
        (str(row.leave) if row.leave else "–", plain if row.leave else quiet),
        (str(row.days), bold),
        (str(row.total), plain),
        (row.article, quiet._replace(size=max(6, round(size * 0.84)))),
    )
    line = placed.box._replace(height=row_height(size))
    for cell, (text, style), (_, align) in zip(ledger_columns(line), cells, _COLUMNS, strict=True):
        canvas.label(cell.inset(2), text, style, align)
    note = Style(Face.ITALIC, note_size(size), Tone.MUTED, ground)
    y = line.bottom - round(size * 0.2)
    for text in placed.note:
        height = note_height(size)
        canvas.label(Box(line.x + NOTE_INDENT, y, line.width - 2 * NOTE_INDENT, height), text, note)
        y += height
