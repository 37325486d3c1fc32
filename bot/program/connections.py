"""The open connections of one server: their number, and the one that is closed for another.

A server uses only a share of the system's descriptors. Most stay free for Telegram, the database
and the log.
"""

import asyncio
import resource
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.program.turns import Parsing, Turns
from bot.runtime.client_networks import network_of

PATIENCE: Final = 20.0
"""Seconds from the first byte of a request until its header and body must be complete."""
MOST_CONNECTIONS: Final = 1024
"""The most connections of one server; fewer if the system allows few descriptors."""
SHARE: Final = 3
"""The divisor of the process's file descriptors: a server may use a third of them."""
EACH: Final = 128
"""The most connections of one address; behind a proxy, its unanswered requests."""


class Connection(Parsing, Protocol):
    """An open connection."""

    transport: asyncio.Transport


def most_connections() -> int:
    """Return the most connections that one server may have."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, descriptors // SHARE)


@dataclass(slots=True)
class Connections:
    """The open connections of one server, and those that may be closed for another."""

    most: int
    each: int = EACH
    patience: float = PATIENCE
    open: set[Connection] = field(default_factory=set)
    waiting: dict[Connection, None] = field(default_factory=dict)
    """Connections without a complete request or with an unread answer, the oldest first."""
    by_address: Counter[str] = field(default_factory=Counter)
    turns: Turns = field(default_factory=Turns)

    def enter(self, connection: Connection) -> bool:
        """Add a connection; a full server first closes one without a request, or returns False."""
        if len(self.open) >= self.most:
            if not self.waiting:
                return False
            oldest = next(iter(self.waiting))
            self.leave(oldest)
            oldest.transport.abort()
        self.open.add(connection)
        return True

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.open.discard(connection)
        self.waiting.pop(connection, None)
        self.turns.line.pop(connection, None)

    def has_room(self, address: str) -> bool:
        """Return whether an address may have another connection, and count it if so."""
        if self.by_address[address] >= self.each:
            return False
        self.by_address[address] += 1
        return True

    def free(self, address: str) -> None:
        """Count one connection fewer for that address."""
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


def client_of(address: str) -> str:
    """Return the client's network as text; a text that is no address stands for itself."""
    try:
        return str(network_of(address))
    except ValueError:
        return address
