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
_OK, _FORBIDDEN, _MISSING, _BUSY, _GATEWAY = 200, 403, 404, 429, 502
_ERROR: Final = 500


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
    is_built: bool = False
    """The bot answers 404 until it has built the page."""


def _promises(config: "Config") -> Iterator[_Promise]:
    """Yield what the configuration promises at the public address."""
    policy = "content-security-policy"
    yield _Promise("board", "/app/", _OK, policy)
    yield _Promise("calendar", _NO_CALENDAR, _MISSING, "x-robots-tag")
    if config.public.enabled:
        yield _Promise("site", "/", _OK, policy, is_built=True)
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
        except httpx.RequestError as error:
            yield wrong("address", f"{url}: {error}", _todo_for(error))
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
    except httpx.RequestError as error:
        return wrong(promise.name, f"{where}: {error}", "check the proxy, and try again")
    is_ours = bool(promise.header) and promise.header in answer.headers
    if answer.status_code == promise.status and (is_ours or not promise.header):
        return fine(promise.name, f"{where} is the bot's")
    state = f"{where} answers {answer.status_code}"
    if is_ours and (own := _own_refusal(promise, answer.status_code, state)) is not None:
        return own
    if answer.status_code >= _GATEWAY:
        todo = f"start the bot; the proxy must lead to port {config.server.port}"
        return wrong(promise.name, state, todo)
    state += "" if is_ours or not promise.header else ", and not from the bot"
    todo = "give the proxy the configuration that `turretur proxy caddy` (or nginx) prints"
    return wrong(promise.name, state, todo)


def _own_refusal(promise: _Promise, status: int, state: str) -> CheckLine | None:
    """Return the line about the bot's own refusal; None if it was asked for a wrong path."""
    if status == _MISSING and promise.is_built:
        todo = "the bot builds the site within a minute of its start; turretur site shows errors"
        return note(promise.name, f"{state}: the bot has no such page yet", todo)
    if status == _BUSY:
        return note(promise.name, f"{state}: the bot has been asked too often", "try again later")
    if status >= _ERROR:
        return wrong(promise.name, f"{state}: the bot has failed", "its log says why")
    return None


def _todo_for(error: httpx.RequestError) -> str:
    """Return what to do if the address cannot be fetched at all."""
    text = str(error).lower()
    if "certificate has expired" in text:
        return "renew the certificate"
    if "certificate" in text:
        return "give the proxy a certificate for this address; Caddy and certbot get one"
    return "check domain, proxy and firewall"


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
