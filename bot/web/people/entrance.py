"""How a browser is let in: by a link to a seat, by a code of another device, and by its cookie.

A link's code is in the fragment of the address, which no server, log or preview bot gets. Nothing
happens until somebody presses a button, which sends a POST. The cookie is read by `POST /session`
alone; every other request needs that session's token in a header, which no other site can send.
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from bot.runtime.client_networks import network_of
from bot.runtime.limits import Allowance, RateLimits
from bot.runtime.unit import Runtime
from bot.web.people.asking_device import DEVICE_LIFE, AskingDevice
from bot.web.people.device_names import device_name
from bot.web.refusals import refusal_error
from bot.web.request_counter import RequestCounter
from storage.hashes import hashed

EACH: Final = Allowance(30, timedelta(seconds=2))
"""Anonymous requests of one address."""
ALL: Final = Allowance(300, timedelta(seconds=0.1))
"""Anonymous requests of all addresses together."""
WRONG: Final = Allowance(10, timedelta(minutes=6))
"""Wrong codes from one address."""
_EVERYBODY: Final = 0
"""Stands for all clients in a limit, and for those without an address of their own."""
_NONCE: Final = re.compile(r"[\w-]{43,86}")
"""At least 256 bits in base64url."""


@dataclass(slots=True)
class Entrance:
    """Checks anonymous requests, and makes cookies and their tokens."""

    runtime: Runtime
    public_url: str
    secret: str
    """The bot's token, from which the key of device tokens is derived."""
    trusted_proxy: str = ""
    """The addresses of proxies whose header is believed, between spaces or commas.

    Without any, the header of every private address is believed.
    """
    _of_each: RateLimits = field(default_factory=partial(RateLimits, EACH))
    _of_all: RateLimits = field(default_factory=partial(RateLimits, ALL))
    _of_wrong_codes: RateLimits = field(default_factory=partial(RateLimits, WRONG))
    _requests: RequestCounter = field(default_factory=RequestCounter)

    @property
    def cookie(self) -> str:
        """Return the name of the cookie.

        Browsers accept the prefix `__Host-` only over TLS, which a bot on this machine lacks.
        """
        return "__Host-tr" if self._is_secure else "tr"

    @property
    def _is_secure(self) -> bool:
        return self.public_url.startswith("https://")

    def device_token(self, nonce: str) -> str:
        """Return the token of the device that chose this nonce.

        A browser that repeats a request whose answer was lost gets the same token. The nonce is
        not stored, so neither the database nor the key alone gives a token.

        Raises:
            RefusedError: 400, the nonce is shorter than 256 bits.
        """
        if not _NONCE.fullmatch(nonce):
            raise refusal_error(HTTPStatus.BAD_REQUEST, "bad_request")
        key = hashlib.sha256(f"device:{self.secret}".encode()).digest()
        digest = hmac.digest(key, nonce.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def sign_in(self, response: Response, token: str) -> Response:
        """Let the browser keep the token, where no script can read it."""
        response.set_cookie(
            self.cookie,
            token,
            max_age=int(DEVICE_LIFE.total_seconds()),
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    def token_of(self, request: Request) -> str:
        """Return the device's token in the cookie, or "".

        Raises:
            RefusedError: 403, the request comes from another site.
        """
        token = request.cookies.get(self.cookie, "")
        if token:
            self.check_origin(request)
        return token

    def check_origin(self, request: Request) -> None:
        """Refuse a request that another site has made.

        Raises:
            RefusedError: 403.
        """
        url = urlsplit(self.public_url)
        allowed = {f"{url.scheme}://{url.netloc}"}
        if not self._is_secure:
            allowed.add(f"http://{request.headers.get('host', '')}")
        if request.headers.get("origin", "") not in allowed:
            raise refusal_error(HTTPStatus.FORBIDDEN, "other_site")

    def let_in(self, request: Request) -> None:
        """Count an anonymous request.

        Raises:
            RefusedError: 429, there were too many.
        """
        client, now = self._client(request), self.runtime.clock.now()
        # The client's own limit comes first, so that one client cannot use up that of all.
        is_within = client is None or self._requests.admits(self._of_each, client, now)
        if not (is_within and self._requests.admits(self._of_all, _EVERYBODY, now)):
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_much")

    def check_guesses(self, request: Request) -> None:
        """Refuse a client that has sent many wrong codes.

        Raises:
            RefusedError: 429.
        """
        who = self._client(request) or _EVERYBODY
        if self._of_wrong_codes.is_exhausted(who, self.runtime.clock.now()):
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_much")

    def count_guess(self, request: Request) -> None:
        """Count a wrong code, or a new person, as one guess of the client."""
        who = self._client(request) or _EVERYBODY
        self._requests.admits(self._of_wrong_codes, who, self.runtime.clock.now())

    def _client(self, request: Request) -> int | None:
        """Return the client's network as a number; None for this machine, or an unknown one.

        A proxy appends the address that it sees, so only the last one of its header counts.
        """
        peer = request.client.host if request.client else ""
        forwarded = request.headers.getlist("x-forwarded-for")
        if forwarded and self._is_proxy(peer):
            peer = forwarded[-1].rpartition(",")[2].strip()
        try:
            network = network_of(peer)
        except ValueError:
            return None
        if ip_address(peer).is_loopback or network.is_loopback:
            return None
        number = int(network.network_address)
        # The high bit keeps networks of IPv6 apart from addresses of IPv4.
        return number if network.version == 4 else 1 << 128 | number

    def _is_proxy(self, peer: str) -> bool:
        """Return whether the header of this address is believed."""
        if self.trusted_proxy:
            return peer in self.trusted_proxy.replace(",", " ").split()
        try:
            return ip_address(peer).is_private
        except ValueError:
            return False

    def asked_device(self, request: Request, nonce: str) -> AskingDevice:
        """Return the device that asks, named after its browser."""
        name = device_name(request.headers.get("user-agent", ""))
        return AskingDevice(digest=hashed(self.device_token(nonce)), name=name)
