"""Checks of token and network: Telegram, clock, web hook, public address and certificate."""

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx

from bot.cli.diagnosis.lines import CheckLine, fine, note, wrong
from bot.runtime.config.settings import ConfigError

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

_PATIENCE: Final = 10.0
_OFF: Final = timedelta(seconds=30)
"""The most that the clock may differ from Telegram's."""
_REFUSED: Final = frozenset({401, 404})
_BROKEN: Final = 500
_SOON: Final = timedelta(days=14)


def token_shape(config: "Config") -> CheckLine:
    """Return the line about the token's presence and format, without a call to Telegram."""
    try:
        config.bot_token()
    except ConfigError as error:
        return wrong("token", error.problems[0], "/mybots at @BotFather shows the token")
    return fine("token", f"{config.token_place()} has the shape of a token")


def telegram(config: "Config", now: Callable[[], datetime]) -> Iterator[CheckLine]:
    """Yield the lines about Telegram; none without a token for the calls."""
    try:
        token = config.bot_token().reveal()
    except ConfigError:
        return
    server = config.telegram.base_url
    try:
        answer = httpx.get(f"{server}/bot{token}/getMe", timeout=_PATIENCE)
    except httpx.TransportError as error:
        reason = f"{server}: {_without(token, str(error))}"
        yield wrong("network", reason, "check the connection, the name server and the firewall")
        return
    yield from _clock(answer, now())
    if answer.status_code in _REFUSED:
        todo = "put the token from @BotFather, /mybots, API Token, into its file"
        yield wrong("telegram", f"{server} refuses the token", todo)
        return
    if not answer.is_success:
        yield wrong("telegram", f"{server} answers {answer.status_code}", "try again later")
        return
    yield fine("telegram", f"@{answer.json()['result']['username']} at {server}")
    try:
        hook = httpx.get(f"{server}/bot{token}/getWebhookInfo", timeout=_PATIENCE)
    except httpx.TransportError as error:
        yield note("updates", f"{server}: {_without(token, str(error))}", "try again")
        return
    yield _webhook(config, hook.json()["result"])


def _without(token: str, text: str) -> str:
    return re.sub(re.escape(token), "…", text) or "no answer"


def _clock(answer: httpx.Response, now: datetime) -> Iterator[CheckLine]:
    """Yield a line with the difference between this clock and the time in the answer."""
    stated = answer.headers.get("date")
    if stated is None:
        return
    off = now - parsedate_to_datetime(stated)
    found = f"{abs(off).total_seconds():.0f} seconds from Telegram's"
    if abs(off) > _OFF:
        yield wrong("clock", found, "timedatectl set-ntp true")
    else:
        yield fine("clock", found)


def _webhook(config: "Config", info: dict[str, Any]) -> CheckLine:
    is_set, waiting = info["url"], info["pending_update_count"]
    found = f"{waiting} updates wait at Telegram"
    if config.telegram.mode == "polling":
        if is_set:
            todo = "if no other program uses this bot, nothing: `turretur run` removes the hook"
            return note("updates", f"mode polling, but a web hook is set; {found}", todo)
        return fine("updates", f"mode polling; {found}")
    if is_set != config.telegram.webhook_url:
        return note("updates", f"the web hook is not set yet; {found}", "turretur run sets it")
    if info.get("last_error_message"):
        todo = "the address must lead to the port of [server], path /telegram"
        return wrong("updates", f"Telegram reports: {info['last_error_message']}; {found}", todo)
    return fine("updates", f"web hook {is_set}; {found}")


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
    try:
        answer = httpx.get(url, timeout=_PATIENCE)
    except httpx.TransportError as error:
        is_certificate = "CERTIFICATE" in str(error).upper()
        todo = "renew the certificate" if is_certificate else "check domain, proxy and firewall"
        yield wrong("address", f"{url}: {error}", todo)
        return
    if answer.status_code >= _BROKEN:
        todo = f"start the bot, and let the proxy lead to port {config.server.port}"
        yield wrong("address", f"{url} answers {answer.status_code}", todo)
    else:
        yield fine("address", f"{url} answers")
    yield from certificate(url, now)


def certificate(url: str, now: datetime) -> Iterator[CheckLine]:
    """Yield a line with the last day on which an https address's certificate is valid."""
    at = urlsplit(url)
    if at.scheme != "https" or at.hostname is None:
        return
    context = ssl.create_default_context()
    try:
        with (
            socket.create_connection((at.hostname, at.port or 443), timeout=_PATIENCE) as line,
            context.wrap_socket(line, server_hostname=at.hostname) as safe,
        ):
            ends = str((safe.getpeercert() or {})["notAfter"])
    except OSError as error:  # the address has answered, but the second connection was lost
        yield wrong("certificate", f"{at.netloc}: {error}", "check the proxy, and try again")
        return
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
    found = f"valid until {until:%d.%m.%Y}"
    if until - now < _SOON:
        yield wrong("certificate", found, "renew it: Caddy and certbot do so by themselves")
    else:
        yield fine("certificate", found)
