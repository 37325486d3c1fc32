"""One line of a benchmark's table."""

from typing import NamedTuple


class Row(NamedTuple):
    """A figure, the bar it is held against, and how it was measured."""

    name: str
    figure: float
    unit: str
    bar: str = ""
    note: str = ""

    def __str__(self) -> str:
        """Return the row as one line of the table."""
        bar = f"  bar {self.bar}" if self.bar else ""
        note = f"  ({self.note})" if self.note else ""
        return f"{self.name:<48}{self.figure:>14,.2f} {self.unit}{bar}{note}"
