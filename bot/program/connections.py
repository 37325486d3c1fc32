"""Limits on the connections of one server: their number, their time, and their share of the loop.

uvicorn limits none of these. A connection without a complete request is closed after `PATIENCE`
seconds, or earlier if the server is full and another client connects. The same applies to a client
that does not read its answer. Servers use only a share of the system's descriptors. Most stay free
for Telegram, the database and the log.

Connections take turns: at most one request begins in an iteration of the loop, and little is
parsed. Then they rest, so that a flood of requests leaves most of the time to the chat.
"""

import asyncio
import resource
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.runtime.client_networks import network_of

PATIENCE: Final = 20.0
"""Seconds from the first byte of a request until its header and body must be complete."""
MOST_CONNECTIONS: Final = 1024
"""The most connections of one server; fewer if the system allows few descriptors."""
SHARE: Final = 3
"""The divisor of the process's file descriptors: a server may use a third of them."""
EACH: Final = 128
"""The most connections of one address; behind a proxy, its unanswered requests."""
BACKLOG: Final = 128
"""Connections that the system keeps until they are accepted."""
ACCEPTED: Final = 8
"""Connections that are accepted in one iteration of the loop."""
LONGEST_HEADER: Final = 1 << 14
"""The most bytes of a request's header; signed data of the Mini App takes a tenth."""
MOST_LINES: Final = 100
"""The most lines of a request's header, because each line takes as long as a kilobyte of body."""
UNREAD: Final = 1 << 17
"""Bytes of answers that the system keeps for one client, instead of some megabytes."""
PIECE: Final = 2048
"""Bytes that are parsed before other connections have their turn."""
AT_ONCE: Final = 0.002
"""Seconds of parsing in one iteration of the loop."""
REST: Final = 3
"""Seconds of rest for each second of parsing, so that three quarters of the time are free."""
AT_REST: Final = 0.05
"""Seconds of rest that a server may owe, so that a page's requests do not wait for each other."""
LONGEST_STEP: Final = 0.02
"""Seconds that count for an application's first step; the chat may act in the same iteration."""
LEAST_READ: Final = 20_000
"""Bytes of an answer that a client must read in `PATIENCE` seconds."""


def most_connections() -> int:
    """Return the most connections that one server may have."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, descriptors // SHARE)


@dataclass(slots=True)
class Turns:
    """The connections with unparsed data, the one that has waited longest first.

    After a turn all of them rest `REST` times as long as it took.
    """

    line: dict["TimedConnection", None] = field(default_factory=dict)
    """The connections, in the order of their turns."""
    _is_due: bool = False
    """Whether the next turn is planned, or is being taken."""
    _rested_at: float = 0.0
    """When the rest after the last turn is over, on the loop's clock."""

    def add(self, connection: "TimedConnection") -> None:
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
        while self.line:
            first = next(iter(self.line))
            del self.line[first]
            if first.take_turn() or loop.time() - begun > AT_ONCE:
                break
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


@dataclass(slots=True)
class Connections:
    """The open connections of one server, and those that may be closed for another."""

    most: int
    each: int = EACH
    patience: float = PATIENCE
    open: set["TimedConnection"] = field(default_factory=set)
    waiting: dict["TimedConnection", None] = field(default_factory=dict)
    """Connections without a complete request or with an unread answer, the oldest first."""
    by_address: Counter[str] = field(default_factory=Counter)
    turns: Turns = field(default_factory=Turns)

    def enter(self, connection: "TimedConnection") -> bool:
        """Add a connection; a full server first closes one without a request, or returns False."""
        if len(self.open) >= self.most:
            if not self.waiting:
                return False
            oldest = next(iter(self.waiting))
            self.leave(oldest)
            oldest.transport.abort()
        self.open.add(connection)
        return True

    def leave(self, connection: "TimedConnection") -> None:
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


class _Flow(FlowControl):
    """uvicorn's flow control, which also continues with data that has arrived already."""

    def __init__(self, connection: "TimedConnection") -> None:
        super().__init__(connection.transport)
        self._connection = connection

    def resume_reading(self) -> None:
        """Resume reading, beginning with data that has already arrived."""
        if self.read_paused:
            super().resume_reading()
            self._connection.room.turns.add(self._connection)


class TimedConnection(H11Protocol):
    """A connection that must complete its requests in time; `room`: the server's connections."""

    room: Connections
    _arrived: bytearray
    """Data that is not parsed yet."""
    _deadline: asyncio.TimerHandle | None = None
    """Closes the connection unless a request is complete by then."""
    _reader: asyncio.TimerHandle | None = None
    """The next check whether the client reads its answer."""
    _counted = ""
    """The address for which the connection is counted; "" if it is not."""
    _has_turn = False
    """Whether it is parsing now; uvicorn may otherwise begin a request out of turn."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection if there is room."""
        super().connection_made(transport)
        self.flow, self._arrived = _Flow(self), bytearray()
        peer = self.client[0] if self.client else ""
        if not self.room.enter(self) or not (_is_near(peer) or self._count(peer)):
            transport.abort()
            return
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection, so that others can be accepted."""
        self._end_wait()
        self._stop_watching()
        self._uncount()
        self.room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Buffer the data until the connection's turn; pause reading if the buffer is long."""
        if self.transport.is_closing():
            return
        self._arrived += data
        if len(self._arrived) > PIECE:
            self.transport.pause_reading()
        self.room.turns.add(self)

    def take_turn(self) -> bool:
        """Parse the next piece of data; return whether a request begins."""
        if self.flow.read_paused or self.transport.is_closing():
            return False
        before = self.cycle
        piece = bytes(self._arrived[:PIECE])
        del self._arrived[:PIECE]
        self._has_turn = True
        try:
            self._parse(piece)
        finally:
            self._has_turn = False
        if self._arrived:
            self.room.turns.add(self)
        else:
            self._read_on()
        return self.cycle is not before

    def _read_on(self) -> None:
        """Read more from the client, unless uvicorn has paused reading."""
        if not (self.flow.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Parse what arrived; a request behind another one waits for its own turn."""
        if not self._has_turn:
            self.room.turns.add(self)
        elif self.conn.their_state is h11.IDLE and _is_many(self.conn.trailing_data[0]):
            self.send_400_response("Too many header fields.")
        else:
            super().handle_events()

    def _parse(self, piece: bytes) -> None:
        """Parse the data, and check whether a request is complete."""
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._await_request()
        if piece:
            super().data_received(piece)
        else:
            self.handle_events()
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._end_wait()
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            # The rest of a request that was already answered: the connection is idle now.
            self._end_wait()
            self.room.waiting[self] = None
        # uvicorn has no cycle before the first request, whatever its annotation says.
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self._count_person()

    def pause_writing(self) -> None:
        """Watch a client that does not read its answer."""
        super().pause_writing()
        self.room.waiting[self] = None
        self._watch()

    def resume_writing(self) -> None:
        """Stop watching; the client reads."""
        super().resume_writing()
        self._stop_watching()
        if self._deadline is None and not self.cycle.response_complete:
            self.room.waiting.pop(self, None)

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

    def _await_request(self) -> None:
        """Wait for a complete request, for a limited time."""
        self.room.waiting[self] = None
        self._deadline = self.loop.call_later(self.room.patience, self.transport.abort)

    def _end_wait(self) -> None:
        """End the wait for a complete request."""
        self.room.waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _watch(self) -> None:
        """Check after a while how much of the answer the client has read."""
        unread = self.transport.get_write_buffer_size()
        self._reader = self.loop.call_later(self.room.patience, self._check_reader, unread)

    def _check_reader(self, before: int) -> None:
        """Close the connection if the client has read too little; otherwise check again later."""
        if self.transport.get_write_buffer_size() > before - LEAST_READ:
            self.transport.abort()
        else:
            self._watch()

    def _stop_watching(self) -> None:
        """End the checks of `_watch`."""
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    def _count_person(self) -> None:
        """Count the client behind the proxy: the last address in the proxy's header."""
        if self._counted or not self.client or not _is_near(self.client[0]):
            return
        named = [value for name, value in self.headers if name == b"x-forwarded-for"]
        person = named[-1].decode("latin-1").rpartition(",")[2].strip() if named else ""
        if person and not self._count(person):
            self.transport.abort()

    def _count(self, address: str) -> bool:
        """Count the connection for that address; return whether it may have another."""
        address = client_of(address)
        if not self.room.has_room(address):
            return False
        self._counted = address
        return True

    def _uncount(self) -> None:
        """Undo `_count`."""
        if self._counted:
            self.room.free(self._counted)
            self._counted = ""


def guarded(connections: Connections) -> type[TimedConnection]:
    """Return the protocol class of a server with these connections."""
    return type("GuardedHere", (TimedConnection,), {"room": connections})


def client_of(address: str) -> str:
    """Return the client's network as text; a text that is no address stands for itself."""
    try:
        return str(network_of(address))
    except ValueError:
        return address


def _is_many(header: bytes) -> bool:
    """Return whether the header at the beginning of the data has too many lines."""
    return header.partition(b"\r\n\r\n")[0].count(b"\n") > MOST_LINES


def _is_near(address: str) -> bool:
    """Return whether the address may be our own proxy: this machine, or a private network."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return True
