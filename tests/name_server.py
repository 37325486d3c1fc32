"""A real DNS server on this machine, over UDP, with the records that a test writes."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import dns.flags
import dns.message
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.rrset

TTL = 60
Records = Mapping[tuple[str, str], tuple[str, ...]]
"""Records by name and type: ("example.org", "TXT") → ('"v=spf1 -all"',)."""


@dataclass(slots=True)
class NameServer(asyncio.DatagramProtocol):
    """The server; `is_silent` and `is_broken` are its faults."""

    records: Records
    is_silent: bool = False
    is_broken: bool = False
    """Answer that the server failed."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    address: str = ""
    _transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to answer."""
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Answer a question."""
        question = dns.message.from_wire(data)
        asked = question.question[0]
        name, kind = asked.name.to_text(omit_final_dot=True), dns.rdatatype.to_text(asked.rdtype)
        self.asked.append((name, kind))
        if self.is_silent or self._transport is None:
            return
        answer = dns.message.make_response(question)
        answer.flags |= dns.flags.RA
        found = self.records.get((name, kind), ())
        if self.is_broken:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif found:
            answer.answer.append(
                dns.rrset.from_text(asked.name, TTL, dns.rdataclass.IN, kind, *found)
            )
        elif not any(known == name for known, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self._transport.sendto(answer.to_wire(), addr)


@asynccontextmanager
async def name_server(records: Records | None = None) -> AsyncIterator[NameServer]:
    """Run a server."""
    server = NameServer(records or {})
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: server, ("127.0.0.1", 0))
    server.address = f"127.0.0.1:{transport.get_extra_info('sockname')[1]}"
    try:
        yield server
    finally:
        transport.close()
