"""One line of `turretur doctor`: what was checked, how it is, and what to do."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The result of a check."""

    OK = "ok"
    NOTE = "note"
    """Something that may be wanted so."""
    WRONG = "wrong"
    """Something must be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One check and its result."""

    name: str
    found: str
    state: State = State.OK
    todo: str = ""
    """What to do; empty if nothing must be done."""


def wrong(name: str, found: str, todo: str) -> Line:
    """Return a line about something that must be put right."""
    return Line(name=name, found=found, state=State.WRONG, todo=todo)


def note(name: str, found: str, todo: str) -> Line:
    """Return a line about something that may be wanted so."""
    return Line(name=name, found=found, state=State.NOTE, todo=todo)


def fine(name: str, found: str) -> Line:
    """Return a line about something that is in order."""
    return Line(name=name, found=found)
