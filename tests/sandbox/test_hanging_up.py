"""A bot that ends during a call."""

import asyncio
from urllib.parse import urlsplit

import httpx
import pytest

from sandbox import Sandbox, serve
from tests.sandbox.conftest import TLS


async def test_a_call_cut_short_is_no_call(
    sandbox: Sandbox, capfd: pytest.CaptureFixture[str]
) -> None:
    """A connection that ends before the whole call has come changes nothing and raises nothing."""
    async with serve(sandbox) as base_url, httpx.AsyncClient(verify=TLS["verify"]) as other:
        address = urlsplit(base_url)
        _, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(
            f"POST /bot{sandbox.token}/sendMessage HTTP/1.1\r\nHost: sandbox\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\n"
            "chat_id=1".encode()
        )
        await writer.drain()
        # A whole call after it is answered once the server has read what came before.
        await other.get(f"{base_url}/bot{sandbox.token}/getMe")
        writer.close()
        await writer.wait_closed()
        await other.get(f"{base_url}/bot{sandbox.token}/getMe")

    assert [call.method for call in sandbox.calls] == ["getMe", "getMe"]
    assert capfd.readouterr().err == ""
