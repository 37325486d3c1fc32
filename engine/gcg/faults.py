"""Faults of game records. A player never sees one: the command line words them, not the bot."""

from engine.errors import Fact, Fault, NotationError

_LONGEST = 60


def record_fault(code: str, text: str = "", **facts: Fact) -> Fault:
    """Return the fault `gcg_<code>`; `text` is what it is about, cut to a readable length."""
    return Fault(f"gcg_{code}", "", {"text": text[:_LONGEST], **facts})


def unreadable(code: str, line: int, text: str = "", **facts: Fact) -> NotationError:
    """Return the refusal of a file for the fault on that line."""
    return NotationError(record_fault(code, text, line=line, **facts))
