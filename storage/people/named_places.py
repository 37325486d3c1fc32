"""The columns in which anybody's name or number may be, beside the person's own rows.

The list follows from the schema: a new column that is long enough for a name is searched, unless it
is named here with the reason.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Column, String

from storage.schema import metadata

_NAME: Final = 120
"""The length of a name (`persons.name`); shorter columns have codes."""
_IDENTITY = "of the row's own person"
_OWN_TEXT = "another person's own text, in which they may name anybody"
_MOVES = "squares, words and tiles"
_PUBLISHED = "published under the lists' names"

UNSEARCHED: Final[Mapping[str, str]] = {
    "events.payload": "hashed; people are numbers there",
    "persons.name": _IDENTITY,
    "persons.club": _IDENTITY,
    "persons.account_name": _IDENTITY,
    "former_names.name": _IDENTITY,
    "signed_up.name": _IDENTITY,
    "signed_up.club": _IDENTITY,
    "signed_up.email": _IDENTITY,
    "chat_lines.text": _OWN_TEXT,
    "notes.text": _OWN_TEXT,
    "statements.text": _OWN_TEXT,
    "rating_work.draft": _OWN_TEXT,
    "competitions.title": "the organiser's title",
    "matches.title": "the arbiter's title",
    "cases.words": _MOVES,
    "previews.placement": _MOVES,
    "held_moves.placement": _MOVES,
    "held_moves.photo": "a file's numbers at Telegram",
    "entries.placement": _MOVES,
    "entries.photo": "a file's numbers at Telegram",
    "conditions.own_move": _MOVES,
    "conditions.partner_move": _MOVES,
    "conditions.reply": _MOVES,
    "conditions.later": _MOVES,
    "notebooks.lines": _MOVES,
    "rated_names.player": _PUBLISHED,
    "rated_names.key": _PUBLISHED,
    "rating_files.name": "a file's name",
    "rating_rows.player": _PUBLISHED,
    "rating_rows.key": _PUBLISHED,
    "rating_runs.task": _PUBLISHED,
    "rating_sheets.player": _PUBLISHED,
    "rating_sheets.key": _PUBLISHED,
}
"""Columns long enough for a name that are not searched, as `table.column`, and why."""


def text_columns() -> list[Column[str]]:
    """Return every column that is long enough for a name."""
    return [
        column
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, String) and _is_long_enough(column.type)
    ]


def _is_long_enough(kind: String) -> bool:
    """Return whether a column of this type can hold a name; one without a length holds any."""
    return kind.length is None or kind.length >= _NAME


SEARCHED: Final = tuple(
    column for column in text_columns() if f"{column.table.name}.{column.name}" not in UNSEARCHED
)
"""The columns in which a forgotten person's names and numbers are replaced."""
