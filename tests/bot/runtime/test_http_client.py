"""The HTTP client reports a lost connection, whatever the libraries below make of it."""

import asyncio
from typing import Any

import httpx
import pytest

from bot.runtime.http_client import HttpClient


async def _hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def _lose(step: str, details: dict[str, Any]) -> None:
    """Close the connection as soon as it is open."""
    if step == "connection.connect_tcp.complete":
        await details["return_value"].aclose()


async def test_a_connection_lost_while_it_opens_is_an_error_of_httpx() -> None:
    """A server that dies at that instant is reported as unreachable, not as our own fault."""
    server = await asyncio.start_server(_hang_up, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, HttpClient() as client:
        with pytest.raises(httpx.TransportError):
            await client.get(f"http://127.0.0.1:{port}/", extensions={"trace": _lose})
