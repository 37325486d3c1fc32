"""Checks of the machine: Python and libraries, time zone, disk space, permissions of files."""

import os
import platform
import re
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong
from bot.cli.paths import nearest_existing
from bot.program.installation import NAME, replaced_file
from storage.address import parsed

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

_LEAST_FREE: Final = 200 << 20
"""The least free bytes: the bot stops sending when its disk is full."""
_FREE: Final = 1 << 30
"""The free bytes below which an operator should free some."""
_OTHERS: Final = 0o077
"""The permissions of everybody but the owner."""


def machine(config: "Config", config_file: Path | None, now: datetime) -> Iterator[CheckLine]:
    """Yield the lines about the machine."""
    yield fine("python", f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    yield _libraries()
    zone = ZoneInfo(config.federation.time_zone)
    yield fine("time zone", f"{zone.key}, where it is {now.astimezone(zone):%d.%m.%Y %H:%M}")
    for folder in dict.fromkeys(_folders(config)):
        yield _space(folder)
    yield from _permissions(config, config_file)


def _libraries() -> CheckLine:
    """Check that the program's libraries are installed."""
    try:
        wanted = requires(NAME) or []
        installed = version(NAME)
    except PackageNotFoundError:
        return note("libraries", "tur-retur is not installed, only in a folder", "make setup")
    names = [
        re.split(r"[^\w.-]", requirement)[0]
        for requirement in wanted
        if "extra ==" not in requirement
    ]
    missing = [name for name in names if not _is_installed(name)]
    if missing:
        return wrong("libraries", f"missing: {', '.join(missing)}", "pip install tur-retur again")
    if (file := replaced_file()) is not None:
        todo = "install tur-retur in an environment of its own"
        return wrong("libraries", f"another package replaced {file}", todo)
    return fine("libraries", f"tur-retur {installed}, {len(names)} libraries")


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _folders(config: "Config") -> Iterator[Path]:
    """Yield the folders in which the bot writes."""
    url = parsed(config.storage.url)
    if url.get_backend_name() == "sqlite":
        yield Path(url.database or "").absolute().parent
    if config.backup.directory is not None:
        yield config.backup.directory
    if config.public.enabled:
        yield config.public.directory


def _space(folder: Path) -> CheckLine:
    """Check that the folder can be written and has room."""
    existing = nearest_existing(folder)
    if not existing.is_dir():
        return wrong("folder", f"{folder}: {existing} is a file", "name a folder instead")
    if not os.access(existing, os.W_OK):
        todo = f"give it to the bot's user: chown -R turretur: {existing}"
        return wrong("folder", f"{folder}: cannot be written", todo)
    free = shutil.disk_usage(existing).free
    state = f"{folder}: {free / (1 << 30):.1f} GB free"
    if free < _LEAST_FREE:
        return wrong("disk", state, "free some space: a full disk stops the bot")
    if free < _FREE:
        return note("disk", state, "free some space soon")
    return fine("disk", state)


def _permissions(config: "Config", config_file: Path | None) -> Iterator[CheckLine]:
    """Yield a line for each file with secrets or personal data that others may read."""
    url = parsed(config.storage.url)
    secret = [*config.secret_files().values()]
    if url.get_backend_name() == "sqlite":
        secret.append(Path(url.database or ""))
    if config_file is not None and (url.password or config.mail.password):
        secret.append(config_file)
    found = [file for file in secret if file.is_file()]
    is_open = [file for file in found if file.stat().st_mode & _OTHERS]
    for file in is_open:
        yield wrong("permissions", f"{file}: others may read it", f"chmod 600 {file}")
    if found and not is_open:
        yield fine("permissions", f"only their owner reads {', '.join(map(str, found))}")
