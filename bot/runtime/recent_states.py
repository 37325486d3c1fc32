"""Caches of states that were rebuilt from their logs."""

from collections import OrderedDict
from typing import Final, Generic, Protocol, TypeVar

from bot.runtime.damaged_logs import DamagedLogs
from engine.competitions.competition import Competition
from engine.games.game import Game
from engine.matches.match import Match
from storage.log import Head

T = TypeVar("T")

USUALLY_KEPT: Final = 1024
"""The most states in a cache; a game takes ten kilobytes, twice as much near its end."""


class RecentStates(Generic[T]):
    """A cache of recently rebuilt states, by the hash of their last event.

    A hash identifies one log, so an entry is always correct, whichever program wrote last. A
    transaction that is rolled back leaves only an entry that is never requested.
    """

    def __init__(self, kept: int = USUALLY_KEPT) -> None:
        self._kept = kept
        self._values: OrderedDict[str, T] = OrderedDict()
        self.heads: dict[str, Head] = {}
        """For long logs, by stream, the last event read. It may have been rolled back."""

    def get(self, head: str) -> T | None:
        """Return the state up to the event of that hash, or None if it is not cached."""
        if head in self._values:
            self._values.move_to_end(head)
        return self._values.get(head)

    def put(self, head: str, value: T) -> None:
        """Store the state up to the event of that hash."""
        self._values[head] = value
        self._values.move_to_end(head)
        while len(self._values) > self._kept:
            self._values.popitem(last=False)

    def put_on(self, before: str, head: str, value: T) -> None:
        """Store a state in place of the earlier one from which it was built."""
        self._values.pop(before, None)
        self.put(head, value)


class StateCache(Protocol):
    """Anything that caches recent states."""

    @property
    def games(self) -> RecentStates[Game]:
        """Return the games."""
        ...

    @property
    def matches(self) -> RecentStates[Match]:
        """Return the matches."""
        ...

    @property
    def competitions(self) -> RecentStates[Competition]:
        """Return the competitions."""
        ...

    @property
    def damaged(self) -> DamagedLogs:
        """Return the logs that were found damaged."""
        ...
