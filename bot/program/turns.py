"""Turns of connections: which may parse its data, and how long all rest afterwards.

At most one request begins in an iteration of the loop, and little is parsed. Then the connections
rest, so that a flood of requests leaves most of the time to the chat.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final, Protocol

AT_ONCE: Final = 0.002
"""Seconds of parsing in one iteration of the loop."""
REST: Final = 3
"""Seconds of rest for each second of parsing, so that three quarters of the time are free."""
AT_REST: Final = 0.05
"""Seconds of rest that a server may owe, so that a page's requests do not wait for each other."""
LONGEST_STEP: Final = 0.02
"""Seconds that count for an application's first step; the chat may act in the same iteration."""


class Parsing(Protocol):
    """A connection whose data is parsed in turns."""

    loop: asyncio.AbstractEventLoop

    def take_turn(self) -> bool:
        """Parse the next piece of data; return whether a request begins."""
        ...


@dataclass(slots=True)
class Turns:
    """The connections with unparsed data, the one that has waited longest first.

    After a turn all of them rest `REST` times as long as it took.
    """

    line: dict[Parsing, None] = field(default_factory=dict)
    """The connections, in the order of their turns."""
    _is_due: bool = False
    """Whether the next turn is planned, or is being taken."""
    _rested_at: float = 0.0
    """When the rest after the last turn is over, on the loop's clock."""

    def add(self, connection: Parsing) -> None:
        """Let the connection parse its data soon."""
        self.line[connection] = None
        if self._is_due:
            return
        self._is_due, loop = True, connection.loop
        pause = self._rested_at - loop.time() - AT_REST
        if pause > 0:
            loop.call_later(pause, self._take, loop)
        else:
            loop.call_soon(self._take, loop)

    def _take(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give turns until a request begins or the time is over."""
        begun = loop.time()
        try:
            while self.line:
                first = next(iter(self.line))
                del self.line[first]
                if first.take_turn() or loop.time() - begun > AT_ONCE:
                    break
        finally:  # a connection that fails must not end the turns of the others
            # `_rest` runs after the application's first step, whose time counts, too.
            loop.call_soon(self._rest, loop, begun, loop.time())

    def _rest(self, loop: asyncio.AbstractEventLoop, begun: float, parsed: float) -> None:
        """End a turn that began and was parsed at these times; the next one comes after a rest."""
        now = loop.time()
        spent = parsed - begun + min(now - parsed, LONGEST_STEP)
        # The turn itself, and `REST` times as long; a turn that came early owes the rest before it.
        self._rested_at = max(self._rested_at, begun) + (1 + REST) * spent
        self._is_due = False
        if self.line:
            self.add(next(iter(self.line)))
