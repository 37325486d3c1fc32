"""Faults of game records: the command line and the import of GCG files show them."""

from engine.errors import Fact, Fault, NotationError

_LONGEST_SHOWN = 60


def record_fault(code: str, text: str = "", **facts: Fact) -> Fault:
    """Return the fault `gcg_<code>`; `text` is the unreadable part, shortened."""
    return Fault(f"gcg_{code}", "", {"text": text[:_LONGEST_SHOWN], **facts})


def unreadable(code: str, line: int, text: str = "", **facts: Fact) -> NotationError:
    """Return the error that refuses a file for a fault on that line."""
    return NotationError(record_fault(code, text, line=line, **facts))
