"""The pictures of a table: a short code for each table, the list of pictures, and their drawing."""

import hashlib
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil
from typing import Final

from bot.documents.render.lists.listing import render_listing
from bot.documents.render.lists.listing_layout import ListingView
from bot.documents.render.standings.crosstable import render_crosstable, render_overall
from bot.documents.render.standings.crosstable_layout import MOST_LINES, MOST_PLAYERS
from bot.documents.standings.closeup import group_closeup, overall_closeup
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.scene import Scene
from bot.documents.standings.shared_pages import count_pages, group_page, overall_page
from bot.documents.standings.titles import overall_title, state_text, title_text
from bot.texts.buttons.competitions import TABLE, TableView
from bot.texts.messages import Button, Plain, Text, say
from bot.texts.pictures import Picture, StandingsPicture
from engine.errors import Fault, NotationError
from engine.ids import PersonId

OVERALL = "*"
"""In place of a group's name: all groups in one order."""
MOST_PICTURES = 10
"""The most pictures in one album."""
_FIELDS: Final = 6
"""The fields of a code: phase, group, kind, page, stamp, close-up."""
_CLOSE: Final = "c"
"""The letter before the reader's number in the code of a close-up."""
_SMALL_DIGITS, _PERSON_DIGITS = 3, 9
"""The most digits read of a phase or page, and of a person: a button's data may be any text."""


class _Kind(StrEnum):
    """The letter in a code that says which results and names the table shows."""

    HOMOLOGATED = "h"
    PROVISIONAL = "p"
    SHARED = "s"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRef:
    """A table: its phase and group, and whether proposed results count in it."""

    phase: int
    group: str = OVERALL
    is_provisional: bool = False
    is_public: bool = False
    """Whether the table is to be passed on: public names, official results, a phone's width."""
    page: int = 0
    """The index of the picture, for a table drawn on several pictures."""
    stamp: str = ""
    """A hash of the facts that change without a new event, so that a picture is then redrawn.

    They are the proposed results and, in a public table, the names.
    """
    is_close: bool = False
    """Whether only a few lines are drawn, in large type, instead of the whole table."""
    reader: PersonId | None = None
    """The person whose line, neighbours and games are drawn large; None for the table's top."""

    @property
    def is_overall(self) -> bool:
        """Return whether the table is the overall standings of all groups."""
        return self.group == OVERALL

    def stamped(self, scene: Scene) -> "TableRef":
        """Return a copy with the stamp of the scene's present facts."""
        names = sorted(scene.names.items()) if self.is_public else []
        facts = repr((sorted(scene.proposed.items()), *names)).encode()
        return replace(self, stamp=hashlib.sha256(facts).hexdigest()[:8])


def format_which(table_ref: TableRef) -> str:
    """Return the code for buttons and pictures: `0:A:h`, then page, stamp and `c7` (close)."""
    parts = [str(table_ref.phase), table_ref.group, _kind_of(table_ref)]
    if table_ref.page or table_ref.stamp or table_ref.is_close:
        parts += [str(table_ref.page), table_ref.stamp]
    if table_ref.is_close:
        parts.append(_CLOSE + str(table_ref.reader or ""))
    return ":".join(parts)


def _kind_of(table_ref: TableRef) -> _Kind:
    if table_ref.is_provisional:
        return _Kind.PROVISIONAL
    return _Kind.SHARED if table_ref.is_public else _Kind.HOMOLOGATED


def parse_which(text: str) -> TableRef:
    """Return the table of a code from `format_which`; a button's data may be any text.

    Raises:
        NotationError: `table_unknown`.
    """
    fields = text.split(":")
    left_out = [""] * _FIELDS  # a short code ends after the kind, or after the stamp
    phase, group, kind, page, stamp, close = [*fields, *left_out][:_FIELDS]
    if kind not in set(_Kind):
        raise NotationError(Fault("table_unknown"))
    reader = _number(close.removeprefix(_CLOSE) or "0", _PERSON_DIGITS)
    return TableRef(
        phase=_number(phase, _SMALL_DIGITS),
        group=group or OVERALL,
        is_provisional=kind == _Kind.PROVISIONAL,
        is_public=kind == _Kind.SHARED,
        page=_number(page or "0", _SMALL_DIGITS),
        stamp=stamp,
        is_close=bool(close),
        reader=PersonId(reader) if reader else None,
    )


def _number(field: str, most_digits: int) -> int:
    """Return the number in a field of a code.

    Raises:
        NotationError: `table_unknown`, the field is not a number or too long.
    """
    if not field.isdecimal() or len(field) > most_digits:
        raise NotationError(Fault("table_unknown"))
    return int(field)


def pictures_of(scene: Scene, table_ref: TableRef) -> tuple[Picture, ...]:
    """Return the pictures of a group's table, or of the overall standings and all groups."""
    pages = [
        replace(table, page=page)
        for table in _tables_of(scene, table_ref.stamped(scene))
        for page in range(_count_pictures(scene, table))
    ]
    code, seq = scene.competition.code, scene.seq
    return tuple(StandingsPicture(code, seq, format_which(page)) for page in pages[:MOST_PICTURES])


def _tables_of(scene: Scene, table_ref: TableRef) -> list[TableRef]:
    """Return the table, or the overall standings with every group; an only group stands alone."""
    if not table_ref.is_overall:
        return [table_ref]
    groups = [replace(table_ref, group=group.name) for group in scene.groups]
    return [table_ref, *groups] if len(groups) > 1 else groups


def closeup_of(scene: Scene, table_ref: TableRef, reader: PersonId | None) -> tuple[Picture, ...]:
    """Return the close-up to read in the chat: the reader with their neighbours, or the top."""
    close = replace(table_ref.stamped(scene), is_close=True, reader=reader)
    return (StandingsPicture(scene.competition.code, scene.seq, format_which(close)),)


def closeups_of(scene: Scene, table_ref: TableRef) -> tuple[Picture, ...]:
    """Return close-ups of the tops of the tables in `pictures_of`, for a chat of many readers."""
    tables = _tables_of(scene, table_ref)
    return tuple(picture for table in tables for picture in closeup_of(scene, table, None))


def whole_button(scene: Scene, table_ref: TableRef) -> Button:
    """Return the button that shows the whole table of a close-up."""
    label = say("button.whole_table")
    if not table_ref.is_overall and len(scene.groups) > 1:
        label = say("button.whole_group", group=table_ref.group)
    return TABLE.button(label, scene.competition.code, TableView.WHOLE, format_which(table_ref))


def _count_pictures(scene: Scene, table_ref: TableRef) -> int:
    """Return the number of pictures that `table_picture` needs for the whole table."""
    if table_ref.is_overall:
        lines = len(scene.overall)
        return count_pages(lines) if table_ref.is_public else max(1, ceil(lines / MOST_LINES))
    players = len(scene.tables[table_ref.group])
    lines = players + len(scene.withdrawn_from(table_ref.group))
    if table_ref.is_public:
        return count_pages(lines)
    return 1 if players <= MOST_PLAYERS else ceil(lines / MOST_LINES)


def caption(scene: Scene, table_ref: TableRef) -> Text:
    """Return the caption under the pictures: the table's name and its number of counted games."""
    counted, games = scene.games_of("" if table_ref.is_overall else table_ref.group)
    table = overall_title(scene)
    if not table_ref.is_overall:
        table = title_text(scene, table_ref.group)
    return say(
        "standings.caption",
        title=scene.competition.title,
        table=table,
        state=state_text(scene, counted, games),
    )


def table_picture(scene: Scene, table_ref: TableRef, plain: Plain) -> bytes:
    """Return one picture of the table as a PNG."""
    visible = scene.as_seen(provisional=table_ref.is_provisional)
    if table_ref.is_close:
        return render_listing(_closeup_view(visible, table_ref, plain))
    if table_ref.is_public:
        return render_listing(_shared_view(visible, table_ref, plain))
    views = SceneViews(visible, plain)
    if table_ref.is_overall:
        return render_overall(views.overall_pages()[table_ref.page])
    if len(visible.tables[table_ref.group]) <= MOST_PLAYERS:
        return render_crosstable(views.crosstable(table_ref.group))
    return render_overall(views.group_pages(table_ref.group)[table_ref.page])


def _closeup_view(scene: Scene, table_ref: TableRef, plain: Plain) -> ListingView:
    if table_ref.is_overall:
        return overall_closeup(scene, table_ref.reader, plain)
    return group_closeup(scene, table_ref.group, table_ref.reader, plain)


def _shared_view(scene: Scene, table_ref: TableRef, plain: Plain) -> ListingView:
    if table_ref.is_overall:
        return overall_page(scene, table_ref.page, plain)
    return group_page(scene, table_ref.group, table_ref.page, plain)
