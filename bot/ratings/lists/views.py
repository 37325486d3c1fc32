"""A list as a message in chat: a picture, a text, and buttons. Pure."""

from dataclasses import dataclass
from typing import Final

from bot.ratings.jobs.wording import PictureMessage, kind_text, turning
from bot.ratings.lists.pictures import list_table, moves_table
from bot.ratings.lists.stored_lists import ShownList
from bot.texts.buttons.ratings import LIST
from bot.texts.messages import Button, Buttons, rows_of, say
from bot.texts.pictures import RatingListPage, RatingMovesPage

TABLE, KIND, MOVES, WHY, CHART, BOOK, PUBLISH, YES, DAYS, SAVED = (
    "t",
    "k",
    "m",
    "w",
    "c",
    "x",
    "p",
    "y",
    "d",
    "s",
)
"""The action of a button, before the list's name."""
_IN_ROW: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The person who sees a list."""

    key: str = ""
    """The key of their name on officers' lists."""
    own: str = ""
    """Their key on nightly lists."""
    may_publish: bool = False
    """Whether they are a ratings officer, who may publish and continue lists."""

    def key_on(self, shown: ShownList) -> str:
        """Return their key on that list."""
        return self.own if shown.is_nightly else self.key


def list_view_of(
    shown: ShownList, before: ShownList | None, viewer: Viewer, page: int = 0
) -> PictureMessage:
    """Return a page of a list."""
    key = viewer.key_on(shown)
    table = list_table(shown, before, key)
    page = min(page, table.pages - 1)
    picture = RatingListPage(shown.ref, page, marked=key)
    rows = [_turning(TABLE, shown.ref, page, table.pages), *_kinds(shown)]
    about = [_button("why", WHY, shown.ref)]
    if before is not None:
        about.append(_button("moves", MOVES, shown.ref))
    about.append(_button("chart", CHART, shown.ref))
    book = () if shown.is_nightly else (_button("book", BOOK, shown.ref),)
    rows += [tuple(about), (*book, _last(shown, viewer))]
    if shown.can_go_on and (viewer.may_publish or not shown.version):
        rows.append((_button("saved", SAVED, shown.ref),))
    return PictureMessage(table.words, tuple(row for row in rows if row), picture)


def _last(shown: ShownList, viewer: Viewer) -> Button:
    if not shown.version and viewer.may_publish:
        return _button("publish", PUBLISH, shown.ref)
    return _button("days", DAYS, shown.ref)


def _button(name: str, way: str, ref: str) -> Button:
    return LIST.button(say(f"button.list_{name}"), way, ref)


def _turning(way: str, ref: str, page: int, pages: int) -> tuple[Button, ...]:
    return turning(page, pages, lambda other: LIST.data(way, ref, f"{other}"))


def _kinds(shown: ShownList) -> Buttons:
    """Return the buttons to the other lists of the same run."""
    others = [kind for kind in shown.kinds if kind != shown.kind]
    buttons = [
        LIST.button(say("button.list_kind", kind=kind_text(kind)), KIND, shown.ref, kind)
        for kind in others
    ]
    return rows_of(buttons, _IN_ROW)


def moves_view_of(shown: ShownList, before: ShownList, page: int = 0) -> PictureMessage:
    """Return a page of the changes since the list before."""
    table = moves_table(shown, before)
    page = min(page, table.pages - 1)
    picture = RatingMovesPage(shown.ref, page)
    rows = [
        _turning(MOVES, shown.ref, page, table.pages),
        (_button("back_to_list", TABLE, shown.ref),),
    ]
    return PictureMessage(table.words, tuple(row for row in rows if row), picture)
