"""Checks through the public address: what strangers and Telegram fetch, and the certificate."""

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

_PATIENCE: Final = 10.0
_EXPIRES_SOON: Final = timedelta(days=14)
_NO_CALENDAR: Final = "/calendar/turretur-doctor.ics"
"""An address that belongs to nobody; the bot's answer differs from the proxy's."""
_OK, _FORBIDDEN, _MISSING, _GATEWAY = 200, 403, 404, 502


@dataclass(frozen=True, slots=True)
class _Promise:
    """A path that the configuration promises, and the bot's answer to a stranger."""

    name: str
    path: str
    status: int
    """The status of the bot's own answer."""
    header: str = ""
    """A header of the bot's answer that no proxy adds; "" for none."""
    method: str = "GET"


def _promises(config: "Config") -> Iterator[_Promise]:
    """Yield what the configuration promises at the public address."""
    policy = "content-security-policy"
    yield _Promise("board", "/app/", _OK, policy)
    yield _Promise("calendar", _NO_CALENDAR, _MISSING, "x-robots-tag")
    if config.public.enabled:
        yield _Promise("site", "/", _OK, policy)
    if config.telegram.mode == "webhook":
        yield _Promise("webhook", config.telegram.webhook_path, _FORBIDDEN, method="POST")


def public_address(config: "Config", now: datetime) -> Iterator[CheckLine]:
    """Yield the lines about the address at which telephones reach the bot."""
    url = config.server.public_url
    if not url:
        yield note(
            "address",
            "no server.public_url: no board to tap, no calendar, no public pages",
            "set it when you have a domain; games in the chat do without",
        )
        return
    with httpx.Client(base_url=url, timeout=_PATIENCE) as client:
        try:
            client.get("/")
        except httpx.TransportError as error:
            is_certificate = "CERTIFICATE" in str(error).upper()
            todo = "renew the certificate" if is_certificate else "check domain, proxy and firewall"
            yield wrong("address", f"{url}: {error}", todo)
            return
        yield fine("address", f"{url} answers")
        for promise in _promises(config):
            yield _line(client, promise, config)
    yield from certificate(url, now)


def _line(client: httpx.Client, promise: _Promise, config: "Config") -> CheckLine:
    """Return the line about one path."""
    where = f"{config.server.public_url}{promise.path}"
    try:
        answer = client.request(promise.method, promise.path)
    except httpx.TransportError as error:
        return wrong(promise.name, f"{where}: {error}", "check the proxy, and try again")
    is_ours = not promise.header or promise.header in answer.headers
    if answer.status_code == promise.status and is_ours:
        return fine(promise.name, f"{where} is the bot's")
    state = f"{where} answers {answer.status_code}"
    if answer.status_code >= _GATEWAY:
        todo = f"start the bot; the proxy must lead to port {config.server.port}"
        return wrong(promise.name, state, todo)
    if is_ours and promise.header and answer.status_code == _MISSING:
        todo = "the bot builds the site within a minute of its start; turretur site shows errors"
        return note(promise.name, f"{state}: the bot has no such page yet", todo)
    state += "" if is_ours else ", and not from the bot"
    todo = "give the proxy the configuration that `turretur proxy caddy` (or nginx) prints"
    return wrong(promise.name, state, todo)


def certificate(url: str, now: datetime) -> Iterator[CheckLine]:
    """Yield a line with the last day on which an https address's certificate is valid."""
    address = urlsplit(url)
    if address.scheme != "https" or address.hostname is None:
        return
    context = ssl.create_default_context()
    try:
        with (
            socket.create_connection(
                (address.hostname, address.port or 443), timeout=_PATIENCE
            ) as line,
            context.wrap_socket(line, server_hostname=address.hostname) as safe,
        ):
            ends = str((safe.getpeercert() or {})["notAfter"])
    except OSError as error:  # the address has answered, but the second connection was lost
        yield wrong("certificate", f"{address.netloc}: {error}", "check the proxy, and try again")
        return
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
    text = f"valid until {until:%d.%m.%Y}"
    if until - now < _EXPIRES_SOON:
        yield wrong("certificate", text, "renew it: Caddy and certbot do so by themselves")
    else:
        yield fine("certificate", text)
