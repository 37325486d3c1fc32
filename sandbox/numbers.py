"""Ids in ascending order, from a first number of each kind."""


class Numbers:
    """Whole numbers in a row. Unlike `itertools.count`, they can be stored with the sandbox."""

    def __init__(self, first: int) -> None:
        self._next = first

    def next(self) -> int:
        """Return the next number."""
        given, self._next = self._next, self._next + 1
        return given
