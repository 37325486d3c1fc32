"""Checks of token and network: Telegram, the clock, the web hook, and other programs."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

import httpx

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong
from bot.runtime.config.settings import Config, ConfigError

_PATIENCE: Final = 10.0
"""Seconds for an answer."""
_OFF: Final = timedelta(seconds=30)
"""The most that the clock may differ from Telegram's."""
_CONFLICT: Final = 409
LISTEN: Final = 2
"""Seconds of a poll in which another program would repeat its own."""
_REFUSED: Final = frozenset({401, 404})
"""The answers to a token that Telegram does not know."""


def token_shape(config: Config) -> CheckLine:
    """Return the line about the token's presence and format, without a call to Telegram."""
    try:
        config.bot_token()
    except ConfigError as error:
        return wrong("token", error.problems[0], "/mybots at @BotFather shows the token")
    return fine("token", f"{config.token_place()} has the shape of a token")


def telegram(
    config: Config, now: Callable[[], datetime], *, is_running: bool = False
) -> Iterator[CheckLine]:
    """Yield the lines about Telegram; none without a token for the calls.

    While our own program `is_running`, its `/health` says whether another one has this token.
    """
    try:
        token = config.bot_token().reveal()
    except ConfigError:
        return
    server = config.telegram.base_url
    try:
        answer = httpx.get(f"{server}/bot{token}/getMe", timeout=_PATIENCE)
    except httpx.RequestError as error:
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
    bot = _result_of(answer)
    if not isinstance(bot, dict) or "username" not in bot:
        todo = "check telegram.base_url, and whether this network asks for a login first"
        yield wrong("telegram", f"{server} answers, but is no Bot API server", todo)
        return
    yield fine("telegram", f"@{bot['username']} at {server}")
    yield from _updates(config, token, is_running=is_running)


def _updates(config: Config, token: str, *, is_running: bool) -> Iterator[CheckLine]:
    """Yield the lines about the updates: how the bot gets them, and who else does."""
    server = config.telegram.base_url
    try:
        hook = httpx.get(f"{server}/bot{token}/getWebhookInfo", timeout=_PATIENCE)
    except httpx.RequestError as error:
        yield note("updates", f"{server}: {_without(token, str(error))}", "try again")
        return
    info = _result_of(hook)
    if not isinstance(info, dict):
        yield note("updates", f"{server} answers {hook.status_code}", "try again")
        return
    yield _webhook(config, info)
    if config.telegram.mode == "polling" and not info["url"] and not is_running:
        yield _rival(f"{server}/bot{token}", token)


def _result_of(answer: httpx.Response) -> Any:
    """Return the result in an answer; None if it is not one of a Bot API server."""
    try:
        return answer.json()["result"]
    except (ValueError, LookupError, TypeError):
        return None


def _without(token: str, text: str) -> str:
    """Return the text of an error with the token hidden."""
    return re.sub(re.escape(token), "…", text) or "no answer"


def _clock(answer: httpx.Response, now: datetime) -> Iterator[CheckLine]:
    """Yield a line with the difference between this clock and the time in the answer."""
    stated = answer.headers.get("date")
    if stated is None:
        return
    try:
        off = now - parsedate_to_datetime(stated)
    except (ValueError, TypeError):  # not Telegram's: no date, or one without a zone
        return
    text = f"{abs(off).total_seconds():.0f} seconds from Telegram's"
    if abs(off) > _OFF:
        yield wrong("clock", text, "timedatectl set-ntp true")
    else:
        yield fine("clock", text)


def _webhook(config: Config, info: dict[str, Any]) -> CheckLine:
    """Return the line that compares the web hook at Telegram with the configured mode."""
    hook, waiting = info["url"], info["pending_update_count"]
    queue = f"{waiting} updates wait at Telegram"
    if config.telegram.mode == "polling":
        if hook:
            todo = "if no other program uses this bot, nothing: `turretur run` removes the hook"
            return note("updates", f"mode polling, but a web hook is set; {queue}", todo)
        return fine("updates", f"mode polling; {queue}")
    if hook and hook != config.telegram.webhook_url:
        todo = "stop the program there, or give it a bot of its own; `turretur run` sets ours"
        return wrong("updates", f"another program has set the web hook {hook}; {queue}", todo)
    if not hook:
        return note("updates", f"the web hook is not set yet; {queue}", "turretur run sets it")
    if info.get("last_error_message"):
        todo = "the address must lead to the port of [server], as `turretur proxy` prints it"
        return wrong("updates", f"Telegram reports: {info['last_error_message']}; {queue}", todo)
    return fine("updates", f"web hook {hook}; {queue}")


def _rival(bot: str, token: str) -> CheckLine:
    """Return a line that says whether another program polls with this token.

    Telegram answers only the newest poll, so another program, which repeats its own, ends ours. The
    poll confirms no update.
    """
    asked = {"timeout": LISTEN, "limit": 1}
    try:
        answer = httpx.get(f"{bot}/getUpdates", params=asked, timeout=_PATIENCE + LISTEN)
    except httpx.RequestError as error:
        return note("rival", _without(token, str(error)), "try again")
    if answer.status_code == _CONFLICT:
        todo = "stop it: two programs with one token take each other's messages"
        return wrong("rival", "another program takes this bot's updates", todo)
    if _result_of(answer):
        return note("rival", "updates wait, so nobody takes them now", "start the bot")
    return fine("rival", "no other program takes this bot's updates")
