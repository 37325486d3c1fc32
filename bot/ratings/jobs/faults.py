"""What is wrong with a file, as a text and as it is stored: `table.*` of the catalogues."""

from collections.abc import Sequence

from bot.documents.tables.faults import TableFault
from bot.texts.messages import Text, say

MOST_SHOWN = 5
"""Faults told in a message; all of them are in the file that goes with it."""


def fault_line(fault: TableFault) -> Text:
    """Return what is wrong with a table, and where."""
    what = Text(f"table.{fault.code}", fault.facts)
    if fault.line and fault.column:
        return say("table.at_cell", line=fault.line, column=fault.column, what=what)
    if fault.line:
        return say("table.at_line", line=fault.line, what=what)
    return say("table.at_column", column=fault.column, what=what) if fault.column else what


def is_of_no_table(stored: Sequence[object]) -> bool:
    """Return whether the fault, as stored, is that the whole file is something else."""
    return fault_from_json(stored).is_of_no_table


def fault_to_json(fault: TableFault) -> list[object]:
    """Return the fault as JSON."""
    return [fault.code, fault.line, fault.column, dict(fault.facts)]


def fault_from_json(stored: Sequence[object]) -> TableFault:
    """Return the fault that `fault_to_json` wrote."""
    return TableFault(*stored)  # type: ignore[arg-type]  # written by ourselves
