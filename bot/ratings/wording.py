"""Codes and facts of tables, sheets and faults as texts: `shown.*` and `table.*` of the catalogues.

Sheets are stored for as long as a list is published: keys of `shown.*` may be reworded, but not
removed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from bot.messages import Param, Text, say
from bot.ratings.shown import Fact, Line, Section, Table
from bot.tables.faults import TableFault

MOST_SHOWN = 5
"""Faults told in a message; all of them are in the file that goes with it."""


def table_text(table: Table) -> Text:
    """Return what a table is called."""
    return Text(f"shown.table.{table.code}", _facts(table.facts))


def section_text(section: Section) -> Text:
    """Return what a section is about."""
    return Text(f"shown.section.{section.code}", _facts(section.facts))


def step_text(line: Line) -> Text:
    """Return what a line tells of, without its figures."""
    return Text(f"shown.line.{line.code}", _facts(line.facts))


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


def kind_text(kind: str) -> Text:
    """Return what a list of that kind is called."""
    return say(f"rating.kind.{kind}")


def fault_line(fault: TableFault) -> Text:
    """Return what is wrong with a table, and where."""
    what = Text(f"table.{fault.code}", fault.facts)
    if fault.line and fault.column:
        return say("table.at_cell", line=fault.line, column=fault.column, what=what)
    if fault.line:
        return say("table.at_line", line=fault.line, what=what)
    return say("table.at_column", column=fault.column, what=what) if fault.column else what


def fault_to_json(fault: TableFault) -> list[object]:
    """Return the fault as JSON."""
    return [fault.code, fault.line, fault.column, dict(fault.facts)]


def fault_from_json(stored: Sequence[object]) -> TableFault:
    """Return the fault that `fault_to_json` wrote."""
    return TableFault(*stored)  # type: ignore[arg-type]  # written by ourselves


def _facts(facts: Mapping[str, Fact]) -> dict[str, Param]:
    return {name: _fact(name, fact) for name, fact in facts.items()}


def _fact(name: str, fact: Fact) -> Param:
    if name == "type":
        return kind_text(str(fact))
    return fact.isoformat() if isinstance(fact, date) else fact
