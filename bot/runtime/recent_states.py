"""Caches of states that were rebuilt from their logs, and the caches of a process."""

from collections import OrderedDict
from typing import Final, Generic, Protocol, TypeVar

from bot.runtime.damaged_logs import DamagedLogs
from engine.competitions.competition import Competition
from engine.games.game import Game
from engine.matches.match import Match
from storage.log import Head

_State = TypeVar("_State")

USUAL_SIZE: Final = 1024
"""The most states in a cache; a game takes ten kilobytes, twice as much near its end."""


class RecentStates(Generic[_State]):
    """A cache of recently rebuilt states, by the hash of their last event.

    A hash identifies one log, so an entry is always correct, whichever program wrote last. A
    transaction that is rolled back leaves only an entry that is never requested.
    """

    def __init__(self, most: int = USUAL_SIZE) -> None:
        self._most = most
        self._states: OrderedDict[str, _State] = OrderedDict()
        self._heads: dict[str, Head] = {}
        """By stream of a long log, the last event that was read."""

    def get(self, last_hash: str) -> _State | None:
        """Return the state up to the event of that hash, or None if it is not cached."""
        if last_hash in self._states:
            self._states.move_to_end(last_hash)
        return self._states.get(last_hash)

    def put(self, last_hash: str, state: _State) -> None:
        """Store the state up to the event of that hash."""
        self._states[last_hash] = state
        self._states.move_to_end(last_hash)
        while len(self._states) > self._most:
            self._states.popitem(last=False)

    def replace(self, earlier_hash: str, last_hash: str, state: _State) -> None:
        """Store a state in place of the earlier one from which it was built."""
        self._states.pop(earlier_hash, None)
        self.put(last_hash, state)

    def noted_head(self, stream: str) -> Head | None:
        """Return the last noted event of the log, or None; it may have been rolled back since."""
        return self._heads.get(stream)

    def note_head(self, stream: str, head: Head) -> None:
        """Note the last event that was read of a long log; there are few of these."""
        self._heads[stream] = head


class StateCache(Protocol):
    """The recent states of a process, and the logs that it found damaged."""

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
