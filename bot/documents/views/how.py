"""*How to play* as pictures and as a page to print. Pure."""

from io import BytesIO
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Image, Paragraph, SimpleDocTemplate, Spacer, Table

from bot.documents.dossier.paper.typefaces import LABEL, SECTION, load_fonts, paragraph, style
from bot.documents.render.board import render_board
from bot.documents.render.how import HowPicture, render_how
from bot.documents.render.theme import Face
from bot.documents.views.boards import board_picture
from bot.texts.i18n import Catalogue
from bot.texts.messages import Plain, say
from bot.texts.notices.conversation.how import GLOSSARY, POINTS
from engine.errors import NotationError
from engine.games.events import EditionRef
from engine.ids import Seat
from engine.lessons import LESSONS, lesson_game
from engine.notation import parse_placement

_STEPS: Final = ("rack", "square", "word", "send")
"""The names of the texts beside the picture's numbers."""
_MARGIN: Final = 15 * mm
_PICTURE: Final = 88 * mm
"""The width of the picture on paper."""
_GAP: Final = 6 * mm
_BESIDE: Final = 5
"""The number of points beside the picture; the others are below it."""
_ROOM: Final = A4[0] - 2 * _MARGIN - 12  # a frame has 6 points of padding on each side
"""The width of the text."""
_TITLE: Final = style(Face.SERIF, 20, spaceAfter=8)
_POINT: Final = style(Face.REGULAR, 11.5, spaceAfter=6)
_TERM: Final = style(Face.REGULAR, 10, spaceAfter=4, rightIndent=8)
_TOP_ALIGNED: Final = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
]


def how_picture(edition: EditionRef, plain: Plain) -> bytes:
    """Return the first move in four numbered steps, as PNG."""
    lesson = LESSONS[0]
    placement = parse_placement(lesson.example)
    game = lesson_game(lesson, edition)
    return render_how(
        HowPicture(
            board=board_picture(game, Seat.RED, plain, placement),
            start=placement.square,
            steps=tuple(plain(say(f"how.picture.{step}")) for step in _STEPS),
            typed=lesson.example,
            send=plain(say("button.how.send")),
        )
    )


def lesson_picture(number: int, preview: str, edition: EditionRef, plain: Plain) -> bytes:
    """Return the board of a lesson with the learner's rack and, if given, their move, as PNG."""
    game = lesson_game(LESSONS[number - 1], edition)
    try:
        placement = parse_placement(preview) if preview else None
    except NotationError:
        placement = None
    return render_board(board_picture(game, Seat.RED, plain, placement))


def how_page(edition: EditionRef, catalogue: Catalogue) -> bytes:
    """Return the eight points, the picture and the glossary on one A4 page, as PDF.

    The same texts give the same file.
    """
    load_fonts()
    plain = catalogue.plain
    points = [
        Paragraph(_marked(catalogue.html(say(f"how.full.{point}"))), _POINT) for point in POINTS
    ]
    flow: list[Flowable] = [
        paragraph(plain(say("how.title")), _TITLE),
        _beside_picture(points[:_BESIDE], how_picture(edition, plain)),
        *points[_BESIDE:],
        Spacer(1, 3 * mm),
        paragraph(plain(say("how.glossary_title")), SECTION),
        _glossary(catalogue),
        Spacer(1, 2 * mm),
        paragraph(plain(say("how.foot")), LABEL),
    ]
    out = BytesIO()
    SimpleDocTemplate(
        out,
        pagesize=A4,
        title=plain(say("how.title")),
        invariant=1,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
    ).build(flow)
    return out.getvalue()


def _beside_picture(points: list[Paragraph], png: bytes) -> Table:
    """Return the points at the left and the picture at the right."""
    picture = Image(BytesIO(png))
    picture.drawHeight *= _PICTURE / picture.drawWidth
    picture.drawWidth = _PICTURE
    table = Table([[points, picture]], colWidths=[_ROOM - _PICTURE - _GAP, _PICTURE + _GAP])
    table.setStyle([*_TOP_ALIGNED, ("ALIGN", (1, 0), (1, 0), "RIGHT")])
    return table


def _glossary(catalogue: Catalogue) -> Table:
    """Return the terms with their meanings, in two columns."""
    terms = [_term(catalogue, name) for name in GLOSSARY]
    half = (len(terms) + 1) // 2
    table = Table([[terms[:half], terms[half:]]], colWidths=[_ROOM / 2] * 2)
    table.setStyle(_TOP_ALIGNED)
    return table


def _term(catalogue: Catalogue, name: str) -> Paragraph:
    text = say("how.term", term=say(f"how.term.{name}"), means=say(f"how.means.{name}"))
    return Paragraph(_marked(catalogue.html(text)), _TERM)


def _marked(html: str) -> str:
    """Return a text of the chat with its marks as typefaces of the page."""
    for tag, face in (("b", Face.SEMI), ("i", Face.ITALIC), ("code", Face.BOLD)):
        html = html.replace(f"<{tag}>", f'<font name="{face.name}">').replace(
            f"</{tag}>", "</font>"
        )
    return html
