"""Terms, faults and pages as texts: `shown.*` and `table.*` of the catalogues.

Terms are stored for as long as a list is published: keys of `shown.*` may be reworded, but not
removed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from bot.documents.tables.faults import TableFault
from bot.ratings.jobs.terms import Fact, Line, Section
from bot.texts.messages import Button, Buttons, Param, Text, say
from bot.texts.pictures import Picture


def section_text(section: Section) -> Text:
    """Return what a section is about."""
    return Text(f"shown.section.{section.code}", params_of(section.facts))


def step_text(line: Line) -> Text:
    """Return what a line tells of, without its figures."""
    return Text(f"shown.line.{line.code}", params_of(line.facts))


def line_text(line: Line) -> Text:
    """Return a line with its arithmetic and its value."""
    what = step_text(line)
    if line.expression:
        return say("shown.made", what=what, made=line.expression, value=line.value)
    return say("shown.valued", what=what, value=line.value) if line.value else what


def sheet_text(sections: Iterable[Section]) -> list[Text]:
    """Return how a player's numbers were made, a text for each number."""
    return [
        say(
            "shown.sheet",
            title=section_text(section),
            lines=[line_text(line) for line in section.lines] or None,
        )
        for section in sections
    ]


def results_text(found: Mapping[str, Any]) -> Text:
    """Return what was understood of results: how many players, games and days.

    `found` has `players`, `newcomers` and `games` as numbers, `first_day` and `last_day` as ISO
    dates or None.
    """
    return say(
        "rating.understood",
        players=found["players"],
        new=say("rating.newcomers", n=found["newcomers"]) if found["newcomers"] else "",
        games=found["games"],
        first=found["first_day"] or "",
        last=found["last_day"] or "",
    )


def kind_text(kind: str) -> Text:
    """Return what a list, or a game, of that kind is called."""
    return say(f"rating.kind.{kind}")


def params_of(facts: Mapping[str, Fact]) -> dict[str, Param]:
    """Return facts as a text takes them."""
    return {name: _param(name, fact) for name, fact in facts.items()}


def _param(name: str, fact: Fact) -> Param:
    if name == "type":
        return kind_text(str(fact))
    return fact.isoformat() if isinstance(fact, date) else fact


MOST_SHOWN = 5
"""Faults told in a message; all of them are in the file that goes with it."""


def is_of_no_table(stored: Sequence[object]) -> bool:
    """Return whether the fault, as stored, is that the whole file is something else."""
    return fault_from_json(stored).is_of_no_table


def fault_to_json(fault: TableFault) -> list[object]:
    """Return the fault as JSON."""
    return [fault.code, fault.line, fault.column, dict(fault.facts)]


def fault_from_json(stored: Sequence[object]) -> TableFault:
    """Return the fault that `fault_to_json` wrote."""
    return TableFault(*stored)  # type: ignore[arg-type]  # written by ourselves


_LONGEST_NUMBER: Final = 17
"""Digits."""


@dataclass(frozen=True, slots=True)
class View:
    """A message with a picture."""

    text: Text
    buttons: Buttons
    picture: Picture


def number_in(text: str) -> int | None:
    """Return the number of a list or run that a button's data names; None: there cannot be such.

    Whoever checks whose it is, and whoever then reads it, must mean the same one.
    """
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def turning(page: int, pages: int, data: Callable[[int], str]) -> tuple[Button, ...]:
    """Return the buttons to the pages before and after, in a circle; none where there is one page.

    `data` tells what the button to a page says.
    """
    if pages == 1:
        return ()
    back, on = (page - 1) % pages, (page + 1) % pages
    return (
        Button(say("button.list_back", page=back + 1, pages=pages), data(back)),
        Button(say("button.list_on", page=on + 1, pages=pages), data(on)),
    )
