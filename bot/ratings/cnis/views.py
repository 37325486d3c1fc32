"""A championship's table as it is shown in chat: picture, words under it, buttons. Pure.

Buttons say `page:WAY:TABLE:…`; what they do is `bot.chat.handlers.cnis`. A table is named
`12.senior`, of a run, or `scale.23.12.1`, a scale of so many participants and that V, a fraction.
"""

from collections.abc import Sequence
from typing import Final

from bot.documents.views.listing import Table
from bot.ratings.jobs.views import View, turning
from bot.texts.messages import Button, TablePage, say
from bot.texts.notices.dialogue import rows_of

TABLE, PAPER, BOOK, WHY = "t", "p", "x", "w"
"""What a button asks for."""
_IN_ROW: Final = 3


def table_view(
    tables: Sequence[Table], number: int, run: str, page: int = 0, *, has_terms: bool = False
) -> View:
    """Return a page of one of the tables of a run, or of a scale."""
    table = tables[number]
    pages, page = table.pages, min(page, table.pages - 1)
    ref = f"{run}.{table.key}" if run.isdecimal() else run
    turn = turning(page, pages, lambda other: _data(TABLE, ref, other))
    others = [each for each in tables if each is not table and _is_near(each.key, table.key)]
    buttons = [
        Button(say("button.list_kind", kind=each.name), _data(TABLE, f"{run}.{each.key}", 0))
        for each in others
    ]
    last = [Button(say("button.cnis_paper"), _data(PAPER, ref))]
    if run.isdecimal():
        last.append(Button(say("button.list_book"), _data(BOOK, ref)))
    if has_terms:
        last.append(Button(say("button.list_why"), _data(WHY, ref)))
    rows = (turn, *rows_of(buttons, _IN_ROW), tuple(last))
    return View(table.words, tuple(row for row in rows if row), TablePage(ref, page))


def _data(way: str, ref: str, page: int | None = None) -> str:
    return f"page:{way}:{ref}" if page is None else f"page:{way}:{ref}:{page}"


def _is_near(key: str, shown: str) -> bool:
    """Return whether a table is offered beside another: categories, and the events of this one."""
    category, _, event = key.partition(".")
    return not event or category == shown.partition(".")[0]
