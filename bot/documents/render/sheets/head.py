"""Draw the parts that both sheets share: the title block at the top and the line at the foot."""

from typing import NamedTuple

from bot.documents.render.canvas import Canvas
from bot.documents.render.layout import FOOT, HEAD, Box
from bot.documents.render.lettering import Style, halved
from bot.documents.render.theme import Face, Tone
from bot.documents.render.view import Labels, SheetHead
from engine.dates import format_date

_FACT_LABEL = Style(Face.REGULAR, 25, Tone.MUTED)
_FACT = Style(Face.SEMI, 25)
_NOTE = Style(Face.REGULAR, 21, Tone.MUTED)
_GAP, _BETWEEN = 12, 44
_ASIDE = 420
"""The greatest width of the game's code, phase and leg, in pixels."""


class NameSizes(NamedTuple):
    """The limits for drawing a name: its preferred style, and the least sizes."""

    style: Style
    one_line: int
    """The least size on one line."""
    two_lines: int
    least: int
    """The least size on two lines."""


_COMPETITION = NameSizes(Style(Face.SERIF, 50), 36, 31, 25)
_NAMES = NameSizes(_FACT, 18, 15, 12)
_SMALLEST_NAME = 20
"""The least size of names in the line of facts."""
_UPPER = HEAD.y + 145
"""The baseline of the facts when the arbiters' names have lines of their own."""
_LOWER = Box(HEAD.x, HEAD.y + 152, HEAD.width, 36)
"""The box of the arbiters' names in that case."""


def draw_head(canvas: Canvas, head: SheetHead, labels: Labels, title: str) -> None:
    """Draw the title block: competition, sheet, game, phase and leg, and the facts under a line."""
    where = " · ".join(part for part in (head.phase, head.leg) if part)
    code = Style(Face.BOLD, 52).fit(head.game, _ASIDE)
    detail = Style(Face.SEMI, 27, Tone.MUTED).fit(where, _ASIDE)
    aside = min(_ASIDE, max(code.width(head.game), detail.width(where)))
    right = HEAD.right - aside
    canvas.label(Box(right, HEAD.y, aside, 46), head.game, code, 1)
    canvas.label(Box(right, HEAD.y + 52, aside, 46), where, detail, 1)
    room = HEAD.width - aside - 40
    label = Box(HEAD.x, HEAD.y, room, 28)
    style = Style(Face.SEMI, 25, Tone.MUTED)
    canvas.label(label, title.upper(), style)
    if head.channel:
        _channel(canvas, head, labels, label, style.width(title.upper()) + _BETWEEN)
    draw_lines(canvas, Box(HEAD.x, HEAD.y + 29, room, 72), head.competition, _COMPETITION)
    canvas.rule(HEAD.x, HEAD.y + 106, HEAD.width, Tone.INK, 4)
    canvas.rule(HEAD.x, HEAD.y + 114, HEAD.width, Tone.INK, 1)
    _facts(canvas, head, labels, HEAD.y + 150)


def _channel(canvas: Canvas, head: SheetHead, labels: Labels, line: Box, taken: int) -> None:
    """Write the channel of correspondence after the sheet's name (art. 6.1)."""
    label = labels["sheet.means"]
    start = taken + _FACT_LABEL.width(label) + _GAP
    canvas.label(line._replace(x=line.x + taken, width=line.width - taken), label, _FACT_LABEL)
    rest = line._replace(x=line.x + start, width=line.width - start)
    canvas.label(rest, head.channel, _FACT)


def draw_lines(canvas: Canvas, box: Box, text: str, sizes: NameSizes) -> None:
    """Write a name as large as possible, on two lines if one line would be small.

    Only a name too long for two lines of the least size is shortened.
    """
    style = sizes.style.fit(text, box.width, least=sizes.one_line)
    lines = (text,) if style.width(text) <= box.width else halved(text, style)
    if len(lines) > 1:
        style = style._replace(size=sizes.two_lines)
        style = style.fit(max(lines, key=style.width), box.width, least=sizes.least)
    height = box.height // len(lines)
    for row, line in enumerate(lines):
        place = Box(box.x, box.y + row * height, box.width, height)
        canvas.label(place, style.shorten(line, box.width), style, least=sizes.least)


def _facts(canvas: Canvas, head: SheetHead, labels: Labels, y: int) -> None:
    """Write start date, arbiters and word list in one line; several long names on a second one.

    A match without an arbiter names none.

    A single arbiter's name is shortened if necessary. Of several names none may be left out (art.
    2.1).
    """
    warning = "" if head.word_list_official else labels["sheet.not_official"]
    who = "sheet.arbiters" if len(head.arbiters) > 1 else "sheet.arbiter"
    keys = ("sheet.start", *((who,) if head.arbiters else ()), "sheet.word_list")
    start, arbiters = format_date(head.start), ", ".join(head.arbiters)
    fixed = sum(_FACT_LABEL.width(labels[key]) + _GAP for key in keys) + 2 * _BETWEEN
    fixed += _FACT.width(start) + (_FACT.width(warning) + 40 if warning else 0)
    room = HEAD.width - fixed
    names = _FACT.fit(arbiters + head.word_list, room, least=_SMALLEST_NAME)
    if len(head.arbiters) > 1 and names.width(arbiters + head.word_list) > room:
        _arbiters(canvas, labels[who], arbiters)
        room += _FACT_LABEL.width(labels[who]) + _GAP + _BETWEEN
        keys, arbiters, y = ("sheet.start", "sheet.word_list"), "", _UPPER
        names = _FACT.fit(head.word_list, room, least=_SMALLEST_NAME)
    edition = names.shorten(head.word_list, max(room // 2, room - names.width(arbiters)))
    arbiters = names.shorten(arbiters, room - names.width(edition))
    written = {"sheet.start": (start, _FACT), who: (arbiters, names)}
    x = HEAD.x
    for key in keys:
        text, style = written.get(key, (edition, names))
        x += canvas.text((x, y), labels[key], _FACT_LABEL) + _GAP
        x += canvas.text((x, y), text, style) + _BETWEEN
    if warning:
        box = Box(x - _BETWEEN + 16, y - 28, _FACT.width(warning) + 20, 38)
        canvas.fill(box, Tone.GOLD)
        canvas.fill(box.inset(2), Tone.GOLD_SOFT)
        canvas.text((box.x + 10, y), warning, _FACT._replace(ground=Tone.GOLD_SOFT))


def _arbiters(canvas: Canvas, label: str, names: str) -> None:
    """Write the arbiters' names on lines of their own, under the other facts."""
    taken = canvas.text((HEAD.x, _LOWER.y + 26), label, _FACT_LABEL) + _GAP
    box = _LOWER._replace(x=HEAD.x + taken, width=HEAD.width - taken)
    draw_lines(canvas, box, names, _NAMES)


def draw_foot(canvas: Canvas, head: SheetHead, labels: Labels, notes: tuple[str, ...]) -> None:
    """Draw the sheet's notes, and the version that identifies a repeated sheet."""
    canvas.rule(FOOT.x, FOOT.y - 2, FOOT.width, Tone.FAINT, 1)
    parts = (head.footer, head.game, f"{labels['sheet.version']} {head.version}")
    right = " · ".join(part for part in parts if part)
    line = Box(FOOT.x, FOOT.y + 2, FOOT.width, FOOT.height - 2)
    aside = min(line.width * 55 // 100, _NOTE.width(right) + 1)
    canvas.label(Box(line.right - aside, line.y, aside, line.height), right, _NOTE, 1)
    left = "   ".join(note for note in notes if note)
    room = line._replace(width=line.width - aside - 40)
    canvas.label(room, left, _NOTE._replace(face=Face.ITALIC))
