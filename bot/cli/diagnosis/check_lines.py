"""One line of `turretur doctor`: the check, its result, and what to do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class CheckState(StrEnum):
    """The result of a check."""

    OK = "ok"
    NOTE = "note"
    """A state that may be intended."""
    WRONG = "wrong"
    """An error that somebody must correct."""


_SIGNS: Final = {CheckState.OK: "ok   ", CheckState.NOTE: "note ", CheckState.WRONG: "WRONG"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """One check and its result."""

    name: str
    found: str
    state: CheckState = CheckState.OK
    todo: str = ""
    """What to do; empty if nothing must be done."""

    def shown(self) -> list[str]:
        """Return the line as it is printed, and the correction below it."""
        lines = [f"{_SIGNS[self.state]}  {self.name}: {self.found}"]
        return [*lines, f"         → {self.todo}"] if self.todo else lines


def wrong(name: str, found: str, todo: str) -> CheckLine:
    """Return a line about an error, with the correction in `todo`."""
    return CheckLine(name=name, found=found, state=CheckState.WRONG, todo=todo)


def note(name: str, found: str, todo: str) -> CheckLine:
    """Return a line about a state that may be intended."""
    return CheckLine(name=name, found=found, state=CheckState.NOTE, todo=todo)


def fine(name: str, found: str) -> CheckLine:
    """Return a line about a check without errors."""
    return CheckLine(name=name, found=found)
