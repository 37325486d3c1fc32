"""uvicorn's protocol for HTTP, with limits on time, size and number.

A connection without a complete request is closed after a while, or earlier if the server is full
and another client connects. The same applies to a client that does not read its answer. uvicorn
limits none of these.
"""

import asyncio
from ipaddress import ip_address
from typing import Final

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.program.connections import Connections, client_of

MOST_LINES: Final = 100
"""The most lines of a request's header, because each line takes as long as a kilobyte of body."""
PIECE: Final = 2048
"""Bytes that are parsed before other connections have their turn."""
LEAST_READ: Final = 20_000
"""Bytes of an answer that a client must read in `PATIENCE` seconds."""


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


def _is_many(header: bytes) -> bool:
    """Return whether the header at the beginning of the data has too many lines."""
    return header.partition(b"\r\n\r\n")[0].count(b"\n") > MOST_LINES


def _is_near(address: str) -> bool:
    """Return whether the address may be our own proxy: this machine, or a private network."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return True
