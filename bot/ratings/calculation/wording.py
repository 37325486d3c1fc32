"""Terms and errors as texts: `shown.*` and `table.*` of the catalogues.

Terms are stored as long as a list is published, so keys of `shown.*` may be reworded, but not
removed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from bot.documents.tables.faults import TableFault
from bot.ratings.calculation.terms import CalculationStep, Fact, Section
from bot.texts.messages import Param, Text, say

MOST_SHOWN: Final = 5
"""The most errors in a message; the attached file has all of them."""


def section_text(section: Section) -> Text:
    """Return the title of a section."""
    return Text(f"shown.section.{section.code}", params_of(section.facts))


def step_text(line: CalculationStep) -> Text:
    """Return the text of a step, without its figures."""
    return Text(f"shown.line.{line.code}", params_of(line.facts))


def line_text(line: CalculationStep) -> Text:
    """Return a step with its calculation and its value."""
    step = step_text(line)
    if line.expression:
        return say("shown.made", what=step, made=line.expression, value=line.value)
    return say("shown.valued", what=step, value=line.value) if line.value else step


def sheet_text(sections: Iterable[Section]) -> list[Text]:
    """Return the terms of a player's figures, one text for each figure."""
    return [
        say(
            "shown.sheet",
            title=section_text(section),
            lines=[line_text(line) for line in section.lines] or None,
        )
        for section in sections
    ]


def results_text(summary: Mapping[str, Any]) -> Text:
    """Return a summary of results: the numbers of players and games, and the days.

    `summary` has `players`, `newcomers` and `games` as numbers, `first_day` and `last_day` as ISO
    dates or None.
    """
    return say(
        "rating.understood",
        players=summary["players"],
        new=say("rating.newcomers", n=summary["newcomers"]) if summary["newcomers"] else "",
        games=summary["games"],
        first=summary["first_day"] or "",
        last=summary["last_day"] or "",
    )


def system_text(system: str) -> Text:
    """Return the name of a rating system, or of a task of the championship."""
    return say(f"rating.system.{system}")


def kind_text(kind: str) -> Text:
    """Return the name of a kind of list or game."""
    return say(f"rating.kind.{kind}")


def params_of(facts: Mapping[str, Fact]) -> dict[str, Param]:
    """Return facts as parameters of a text."""
    return {name: _param(name, fact) for name, fact in facts.items()}


def _param(name: str, fact: Fact) -> Param:
    """Return a fact as a parameter: a type by its name, a day as ISO text."""
    if name == "type":
        return kind_text(str(fact))
    return fact.isoformat() if isinstance(fact, date) else fact


def fault_to_json(fault: TableFault) -> list[object]:
    """Return the error as JSON: its code, line, column and facts."""
    return [fault.code, fault.line, fault.column, dict(fault.facts)]


def fault_from_json(stored: Sequence[object]) -> TableFault:
    """Return the error that `fault_to_json` wrote."""
    return TableFault(*stored)  # type: ignore[arg-type]  # written by ourselves
