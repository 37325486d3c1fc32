"""Checks of the running program: whether it runs here, and what its `/health` says."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong
from bot.cli.output import with_port
from storage.address import parsed
from storage.file_lock import is_in_use

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

_PATIENCE: Final = 10.0


def is_running(config: "Config") -> bool:
    """Return whether a program uses this SQLite file; at a server, whether `/health` answers."""
    url = parsed(config.storage.url)
    if url.get_backend_name() == "sqlite":
        return is_in_use(Path(url.database or ""))
    return _health_answer(config) is not None


def health(config: "Config") -> CheckLine:
    """Return the line with the state of the running program."""
    if not config.server.status_port:
        todo = "set server.status_port = 9464 and restart: /health then tells what waits"
        return note("health", "the bot runs; server.status_port is 0", todo)
    answer = _health_answer(config)
    if answer is None:
        return wrong("health", "the bot runs, but /health does not answer", "restart the bot")
    try:
        facts = ", ".join(f"{name} {value}" for name, value in answer.json().items())
    except (ValueError, AttributeError):  # no JSON, or no object
        found = f"another program answers at port {config.server.status_port}"
        return wrong("health", found, "give server.status_port a free port, and restart the bot")
    if answer.is_success:
        return fine("health", facts)
    return wrong("health", facts, "docs/operations.md, Check its health")


def _health_answer(config: "Config") -> httpx.Response | None:
    """Return the answer of `/health`; None if it is turned off or nobody answers."""
    server = config.server
    if not server.status_port:
        return None
    try:
        address = with_port(server.host, server.status_port)
        return httpx.get(f"http://{address}/health", timeout=_PATIENCE)
    except (httpx.RequestError, httpx.InvalidURL):  # the latter if the host is none
        return None
