"""Draw the parts that both sheets share: the title block at the top and the line at the foot."""

from bot.documents.render.canvas import Canvas
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import FOOT, HEAD, Box
from bot.documents.render.lettering import Style
from bot.documents.render.theme import Face, Tone
from bot.documents.render.view import Labels, SheetHead
from engine.dates import format_date

_FACT_LABEL = Style(Face.REGULAR, 25, Tone.MUTED)
_FACT = Style(Face.SEMI, 25)
_NOTE = Style(Face.REGULAR, 21, Tone.MUTED)
_GAP, _BETWEEN = 12, 44
"""Pixels between a label and its fact, and between two facts."""
_ASIDE = 420
"""The greatest width of the game's code, phase and leg, in pixels."""
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
    draw_name(canvas, Box(HEAD.x, HEAD.y + 29, room, 72), head.competition, _COMPETITION)
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


def _facts(canvas: Canvas, head: SheetHead, labels: Labels, y: int) -> None:
    """Write start date, arbiters and word list in one line; several long names on a second one.

    A match without an arbiter names none. A single arbiter's name is shortened if necessary. Of
    several names none may be left out (art. 2.1).
    """
    arbiters = ", ".join(head.arbiters)
    label = labels["sheet.arbiters" if len(head.arbiters) > 1 else "sheet.arbiter"]
    room = _room_for_names(head, labels, label if head.arbiters else "")
    names = _FACT.fit(arbiters + head.word_list, room, least=_SMALLEST_NAME)
    is_apart = len(head.arbiters) > 1 and names.width(arbiters + head.word_list) > room
    if is_apart:
        _arbiters(canvas, label, arbiters)
        room += _FACT_LABEL.width(label) + _GAP + _BETWEEN
        arbiters, y = "", _UPPER
        names = _FACT.fit(head.word_list, room, least=_SMALLEST_NAME)
    # The word list may have half of the room, or what the names leave.
    edition = names.shorten(head.word_list, max(room // 2, room - names.width(arbiters)))
    arbiters = names.shorten(arbiters, room - names.width(edition))
    facts = [(labels["sheet.start"], format_date(head.start), _FACT)]
    if head.arbiters and not is_apart:
        facts.append((label, arbiters, names))
    facts.append((labels["sheet.word_list"], edition, names))
    x = HEAD.x
    for name, text, style in facts:
        x += canvas.text((x, y), name, _FACT_LABEL) + _GAP
        x += canvas.text((x, y), text, style) + _BETWEEN
    if not head.word_list_official:
        _warning(canvas, labels["sheet.not_official"], x - _BETWEEN + 16, y)


def _room_for_names(head: SheetHead, labels: Labels, arbiters: str) -> int:
    """Return the width left for arbiters and word list; `arbiters` is their label, or empty."""
    captions = [labels["sheet.start"], *filter(None, [arbiters]), labels["sheet.word_list"]]
    fixed = sum(_FACT_LABEL.width(label) + _GAP for label in captions) + 2 * _BETWEEN
    fixed += _FACT.width(format_date(head.start))
    if not head.word_list_official:
        fixed += _FACT.width(labels["sheet.not_official"]) + 40
    return HEAD.width - fixed


def _warning(canvas: Canvas, text: str, x: int, y: int) -> None:
    """Write a warning in a gold box that begins at `x`, on the baseline `y`."""
    box = Box(x, y - 28, _FACT.width(text) + 20, 38)
    canvas.fill(box, Tone.GOLD)
    canvas.fill(box.inset(2), Tone.GOLD_SOFT)
    canvas.text((box.x + 10, y), text, _FACT._replace(ground=Tone.GOLD_SOFT))


def _arbiters(canvas: Canvas, label: str, names: str) -> None:
    """Write the arbiters' names on lines of their own, under the other facts."""
    label_width = canvas.text((HEAD.x, _LOWER.y + 26), label, _FACT_LABEL) + _GAP
    box = _LOWER._replace(x=HEAD.x + label_width, width=HEAD.width - label_width)
    draw_name(canvas, box, names, _NAMES)


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
