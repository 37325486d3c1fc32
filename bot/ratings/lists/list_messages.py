"""A list as a message in chat: a picture, a text, and buttons. Pure."""

from typing import Final

from bot.ratings.calculation.picture_messages import PictureMessage, page_buttons
from bot.ratings.calculation.wording import kind_text
from bot.ratings.lists.access import Viewer
from bot.ratings.lists.list_tables import list_table, moves_table
from bot.ratings.lists.stored_lists import StoredList, published_ref
from bot.texts.buttons.ratings import LIST, ListAction
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.pictures import RatingListPage, RatingMovesPage
from storage.ratings.published_lists import PublishedList

_IN_ROW: Final = 3
IN_NEW_MESSAGE: Final = "new"
"""In place of a page: the list comes as a message of its own."""


def list_message(
    stored_list: StoredList, before: StoredList | None, viewer: Viewer, page: int = 0
) -> PictureMessage:
    """Return a page of a list; `before` is the list before it, if there is one."""
    key = viewer.key_on(stored_list)
    table = list_table(stored_list, before, key)
    page = min(page, table.pages - 1)
    rows = (
        _page_row(ListAction.TABLE, stored_list.ref, page, table.pages),
        *_kind_rows(stored_list),
        _about_row(stored_list, has_earlier=before is not None),
        _file_row(stored_list, viewer),
        (_publish_or_days_button(stored_list, viewer),),
        _saved_row(stored_list, viewer),
    )
    picture = RatingListPage(stored_list.ref, page, marked=key)
    return PictureMessage(table.words, _without_empty(rows), picture)


def _about_row(stored_list: StoredList, *, has_earlier: bool) -> tuple[Button, ...]:
    """Return the buttons that explain the ratings on the list."""
    why = _button("why", ListAction.WHY, stored_list.ref)
    chart = _button("chart", ListAction.CHART, stored_list.ref)
    if not has_earlier:
        return why, chart
    return why, _button("moves", ListAction.MOVES, stored_list.ref), chart


def _file_row(stored_list: StoredList, viewer: Viewer) -> tuple[Button, ...]:
    """Return the buttons that send the list as a file; none if the person may not have it."""
    if not viewer.may_have_files(stored_list):
        return ()
    return (
        _button("book", ListAction.BOOK, stored_list.ref),
        _button("paper", ListAction.PAPER, stored_list.ref),
    )


def _saved_row(stored_list: StoredList, viewer: Viewer) -> tuple[Button, ...]:
    """Return the button that sends the state from which the list can be continued.

    It is for ratings officers, and before publication for the list's maker, who alone sees it then.
    """
    is_for_viewer = viewer.may_publish or not stored_list.is_published
    if not (stored_list.can_go_on and is_for_viewer):
        return ()
    return (_button("saved", ListAction.SAVED, stored_list.ref),)


def open_button(label: Text, published: PublishedList) -> Button:
    """Return the button that sends a published list as a message of its own."""
    return LIST.button(label, ListAction.TABLE, published_ref(published), IN_NEW_MESSAGE)


def _publish_or_days_button(stored_list: StoredList, viewer: Viewer) -> Button:
    if not stored_list.is_published and viewer.may_publish:
        return _button("publish", ListAction.PUBLISH, stored_list.ref)
    return _button("days", ListAction.DAYS, stored_list.ref)


def _button(name: str, action: ListAction, ref: str) -> Button:
    return LIST.button(say(f"button.list_{name}"), action, ref)


def _page_row(action: ListAction, ref: str, page: int, pages: int) -> tuple[Button, ...]:
    return page_buttons(page, pages, lambda other: LIST.data(action, ref, f"{other}"))


def _kind_rows(stored_list: StoredList) -> Buttons:
    """Return the buttons to the other lists of the same run."""
    others = [kind for kind in stored_list.kinds if kind != stored_list.kind]
    buttons = [
        LIST.button(
            say("button.list_kind", kind=kind_text(kind)), ListAction.KIND, stored_list.ref, kind
        )
        for kind in others
    ]
    return rows_of(buttons, _IN_ROW)


def moves_message(stored_list: StoredList, before: StoredList, page: int = 0) -> PictureMessage:
    """Return a page of the changes since the list before."""
    table = moves_table(stored_list, before)
    page = min(page, table.pages - 1)
    picture = RatingMovesPage(stored_list.ref, page)
    rows = (
        _page_row(ListAction.MOVES, stored_list.ref, page, table.pages),
        (_button("back_to_list", ListAction.TABLE, stored_list.ref),),
    )
    return PictureMessage(table.words, _without_empty(rows), picture)


def _without_empty(rows: Buttons) -> Buttons:
    return tuple(row for row in rows if row)
