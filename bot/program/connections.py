"""Limits on the connections of one server: their number, and the time for a request to arrive.

uvicorn limits neither. A connection without a complete request is closed after `PATIENCE` seconds,
or earlier if the server is full and another client connects. Servers use only a share of the
system's descriptors. Most stay free for Telegram, the database and the log.
"""

import asyncio
import resource
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE: Final = 20.0
"""Seconds from the first byte of a request until its header and body must be complete."""
MOST: Final = 4096
"""The most connections of one server; fewer if the system allows few descriptors."""
SHARE: Final = 3
"""A server may use one in so many descriptors."""
EACH: Final = 128
"""The most connections of one address; behind a proxy, its unanswered requests."""
BACKLOG: Final = 128
"""Connections that asyncio accepts at once, before they are counted."""


def most_connections() -> int:
    """Return the most connections that one server may have."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if descriptors == resource.RLIM_INFINITY else min(MOST, descriptors // SHARE)


@dataclass(slots=True)
class Connections:
    """The open connections of one server, and those that may be closed for another."""

    most: int
    each: int = EACH
    patience: float = PATIENCE
    open: set["Guarded"] = field(default_factory=set)
    waiting: dict["Guarded", None] = field(default_factory=dict)
    """Connections without a complete request, the oldest first."""
    by_address: Counter[str] = field(default_factory=Counter)

    def enter(self, connection: "Guarded") -> bool:
        """Add a connection; a full server first closes one without a request, or returns False."""
        if len(self.open) >= self.most:
            if not self.waiting:
                return False
            oldest = next(iter(self.waiting))
            self.leave(oldest)
            oldest.transport.abort()
        self.open.add(connection)
        return True

    def leave(self, connection: "Guarded") -> None:
        """Remove a connection."""
        self.open.discard(connection)
        self.waiting.pop(connection, None)

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


class Guarded(H11Protocol):
    """A connection that must complete its requests in time; `room` belongs to the server."""

    room: Connections
    _deadline: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection if there is room."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if not self.room.enter(self) or not (_is_near(peer) or self._count(peer)):
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection, so that others can be accepted."""
        self._settle()
        self._uncount()
        self.room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data, and check whether a request is complete."""
        if self.transport.is_closing():
            return
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._settle()
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            # The rest of a request that was already answered: the connection is idle now.
            self._settle()
            self.room.waiting[self] = None
        # uvicorn has no cycle before the first request, whatever its annotation says.
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self._count_person()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request and close the connection, unless an answer has begun.

        An application that is still reading the request learns that the client is gone. uvicorn
        would let it answer after the refusal, which fails with a traceback.
        """
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """Mark an idle connection as closable; uvicorn closes it after its own time-out."""
        if self.client and _is_near(self.client[0]):
            self._uncount()
        super().on_response_complete()
        is_idle = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if is_idle and self._deadline is None:
            self.room.waiting[self] = None

    def _wait(self) -> None:
        self.room.waiting[self] = None
        self._deadline = self.loop.call_later(self.room.patience, self.transport.abort)

    def _settle(self) -> None:
        self.room.waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _count_person(self) -> None:
        """Count the client behind the proxy: the last address in the proxy's header."""
        if self._counted or not self.client or not _is_near(self.client[0]):
            return
        named = [value for name, value in self.headers if name == b"x-forwarded-for"]
        person = named[-1].decode("latin-1").rpartition(",")[2].strip() if named else ""
        if person and not self._count(person):
            self.transport.abort()

    def _count(self, address: str) -> bool:
        if not self.room.has_room(address):
            return False
        self._counted = address
        return True

    def _uncount(self) -> None:
        if self._counted:
            self.room.free(self._counted)
            self._counted = ""


def guarded(connections: Connections) -> type[Guarded]:
    """Return the protocol class of a server with these connections."""
    return type("GuardedHere", (Guarded,), {"room": connections})


def _is_near(address: str) -> bool:
    """Return whether the address may be our own proxy: this machine, or a private network."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return True
