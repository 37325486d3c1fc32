"""Ids in ascending order, such as those of messages in a chat."""


class Numbers:
    """Whole numbers in a row. Unlike `itertools.count`, they can be stored with the sandbox."""

    def __init__(self, first: int) -> None:
        self._next = first

    def next(self) -> int:
        """Return the next number."""
        number = self._next
        self._next += 1
        return number
