"""The cover of a case file: its subject, the players with their scores, and the contents."""

from collections.abc import Iterator
from typing import Final

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, HRFlowable, KeepTogether, Spacer, Table
from reportlab.platypus.tableofcontents import TableOfContents

from bot.documents.dossier.blocks import Cover, CoverGame, CoverPlayer
from bot.documents.dossier.paper.flowables import facts_table
from bot.documents.dossier.paper.page import WIDTH
from bot.documents.dossier.paper.typefaces import INK, MUTED, SECTION, SIDES, paragraph, style
from bot.documents.render.theme import Face

_ROOM_FOR_CONTENTS: Final = 75 * mm
"""With less room than this, heading and contents go to a page of their own."""


def cover_page(cover: Cover) -> Iterator[Flowable]:
    """Yield the parts of the cover."""
    yield Spacer(0, 10 * mm)
    yield paragraph(cover.competition, style(Face.SEMI, 12, MUTED, spaceAfter=4))
    yield paragraph(cover.title, style(Face.SERIF, 30, leading=36, spaceAfter=3))
    yield paragraph(cover.subtitle, style(Face.REGULAR, 12.5, MUTED, spaceAfter=8))
    yield HRFlowable(width="100%", thickness=1.2, color=INK, spaceAfter=5 * mm)
    for game in cover.games:
        yield KeepTogether([*_game(game)])
    yield Spacer(0, 3 * mm)
    yield facts_table(cover.facts)
    yield Spacer(0, 5 * mm)
    entry = style(Face.REGULAR, 10, leading=15)
    contents = TableOfContents(levelStyles=[entry], dotsMinLevel=0)
    yield CondPageBreak(_ROOM_FOR_CONTENTS)
    yield paragraph(cover.contents, SECTION)
    yield contents


def _game(game: CoverGame) -> Iterator[Flowable]:
    """Yield the score of a game: both players beside each other, in their colours."""
    yield paragraph(game.head, style(Face.SEMI, 11, spaceAfter=4))
    middle = style(Face.SERIF, 26, MUTED, alignment=TA_CENTER, leading=32)
    table = Table(
        [[_player(game.red, TA_LEFT), paragraph("–", middle), _player(game.blue, TA_RIGHT)]],
        colWidths=[WIDTH * 0.46, WIDTH * 0.08, WIDTH * 0.46],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
            ("LINEABOVE", (0, 0), (0, 0), 3, SIDES[game.red.side]),
            ("LINEABOVE", (2, 0), (2, 0), 3, SIDES[game.blue.side]),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ],
    )
    yield table
    for line in game.below:
        yield paragraph(line, style(Face.REGULAR, 10.5, alignment=TA_CENTER))
    yield Spacer(0, 5 * mm)


def _player(player: CoverPlayer, align: int) -> list[Flowable]:
    """Return colour, name and score; `align` is one of the library's alignments."""
    colour = SIDES[player.side]
    return [
        paragraph(player.label, style(Face.SEMI, 9, colour, alignment=align)),
        paragraph(player.name, style(Face.SEMI, 16, alignment=align, leading=20)),
        paragraph(player.score, style(Face.SERIF, 30, colour, alignment=align, leading=36)),
    ]
