"""The limits of anonymous requests, for each client."""

from typing import cast

import pytest
from starlette.requests import Request

from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.web.people.entrance import EACH, Entrance
from bot.web.refusals import RefusedError
from tests.builders import noon


class Waiting:
    """A runtime that has only a clock, which stands still."""

    clock = FixedClock(noon(0))


def request_of(address: str) -> Request:
    """Return a request that a proxy on this machine passes on from that address."""
    headers = [(b"x-forwarded-for", address.encode())]
    return Request({"type": "http", "headers": headers, "client": ("127.0.0.1", 1)})


def test_clients_of_ipv4_are_told_apart_behind_a_proxy_for_both() -> None:
    """Such a proxy writes their addresses as IPv6; one client's limit stops no other."""
    entrance = Entrance(cast("Runtime", Waiting()), "https://bot.example", "1:x")
    for _ in range(EACH.burst):
        entrance.let_in(request_of("::ffff:192.0.2.7"))

    entrance.let_in(request_of("::ffff:192.0.2.8"))
    with pytest.raises(RefusedError):
        entrance.let_in(request_of("192.0.2.7"))
