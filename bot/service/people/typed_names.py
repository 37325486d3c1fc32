"""Reads typed and pasted names by the reader of tables, with the known people and clubs.

A typed name without a letter is refused, and so are those faults of a table's name that have a
text for a typed one.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.documents.tables.checks.person_texts import PersonText, person_text
from bot.documents.tables.comma_names import known_texts
from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import PlayerList
from bot.documents.tables.pasted_players import read_pasted
from bot.service.context import Context
from engine.errors import Fault, NotationError
from engine.person_names import given_name_first
from storage.people import people

LONGEST_QUOTED: Final = 60
"""The most characters of a typed text that a refusal quotes."""
_TYPED: Final = frozenset(
    {"letters", "letters_unknown", "name_or_club", "nobody_named", "two_people"}
)
"""The errors of a table's name that have a text for a typed one: `fault.typed_*`."""


async def read_typed(context: Context, text: str) -> PlayerList:
    """Return the players of a list typed or pasted as a message."""
    everybody = await people.everybody(context.unit.tx)
    return read_pasted(text, known_texts((person.name, person.club) for person in everybody))


def check_typed(faults: Iterable[TableFault]) -> None:
    """Refuse the faults that have a text for a typed name; the caller refuses all others.

    Raises:
        NotationError: `typed_*`.
    """
    for fault in faults:
        if fault.code in _TYPED:
            raise NotationError(Fault(f"typed_{fault.code}", facts=dict(fault.facts)))


def typed_name(text: str) -> PersonText:
    """Return a typed name without numbering, telephone number and club, the given name first.

    Raises:
        NotationError: `name_unreadable` without a letter; `typed_*`, because it stands for nobody,
            names two people, or has damaged letters.
    """
    typed, quoted = person_text(text), text[:LONGEST_QUOTED]
    if not any(map(str.isalpha, typed.name)):
        raise NotationError(Fault("name_unreadable", facts={"text": quoted}))
    typed = replace(typed, name=given_name_first(typed.name))
    fault = typed.fault(quoted)
    if fault is not None:
        check_typed([fault])
    return typed
