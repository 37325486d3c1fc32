"""The question which column of a list has a role: the name, the club, the rating or the seed."""

from typing import Final

from bot.chat.competitions.card_steps import step_button
from bot.chat.competitions.pending_lists import PendingList
from bot.documents.tables.entry_columns import ASKED, NOWHERE, ListTable
from bot.documents.tables.formats.table_file import letter
from bot.runtime.shared import UserInput
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.clean_text import NOTHING
from bot.texts.messages import Button, Text, say

_LONGEST_LABEL: Final = 30
"""The most characters of a column on its button."""


def ask_column(  # noqa: PLR0913  (the list, and the role in question)
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    table: ListTable,
    *,
    role: str,
) -> None:
    """Ask which column of the table has that role; each possible column is a button.

    Every list has a column of names (`ASKED[0]`); the other roles may have none.
    """
    choices = [*table.free, *([NOWHERE] if role != ASKED[0] else [])]
    rows = [(_button(snapshot, pending, table, role, place),) for place in choices]
    out = step_button(snapshot.competition, "give_up", CardStep.LIST_DROP, pending.token)
    lines = [_line(table, place) for place in table.free]
    text = say("comp.which_column", columns=lines, question=say(f"comp.ask_column.{role}"))
    service.answer(user_input, text, (*rows, (out,)))


def _line(table: ListTable, place: int) -> Text:
    """Return a column's letter, heading and first cells."""
    heading = table.heading(place)
    return say(
        "comp.column_line",
        letter=letter(place),
        heading=say("comp.column_heading", heading=heading) if heading else None,
        examples=", ".join(example[:_LONGEST_LABEL] for example in table.examples(place)),
    )


def _button(
    snapshot: CompetitionSnapshot, pending: PendingList, table: ListTable, role: str, place: int
) -> Button:
    """Return the button that gives the role to a column or to none: `ROLE.COLUMN`."""
    choice = f"{role}.{place}"
    step, token = CardStep.LIST_COLUMN, pending.token
    if place == NOWHERE:
        return step_button(snapshot.competition, "list_no_column", step, token, choice)
    content = (table.heading(place) or next(iter(table.examples(place)), NOTHING))[:_LONGEST_LABEL]
    label = say("button.comp.list_column", letter=letter(place), what=content)
    return CARD.button(label, snapshot.competition.code, step, token, choice)
