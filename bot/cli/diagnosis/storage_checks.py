"""Checks of what is stored: the database, its last copy, and the word list."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli.copies.checking import check_copy
from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong
from bot.cli.opening import database_at
from bot.cli.output import counted
from bot.service.pure.folds import Folds
from engine.words.lexicon import DEFAULT_EDITION, BrokenEdition, UnknownEdition, find_edition
from storage.address import is_new, parsed
from storage.backup import BROKEN, STEM, copies
from storage.errors import StorageError
from storage.verify import verify

if TYPE_CHECKING:
    from sqlalchemy import URL

    from bot.runtime.config.settings import Config
    from storage.verify import VerifyReport

_MB: Final = 1 << 20
_LATEST: Final = timedelta(hours=36)
"""The greatest age of the last nightly copy; if it is older, a copy is missing."""


async def database(config: "Config") -> AsyncIterator[CheckLine]:
    """Yield the lines about the database."""
    url = parsed(config.storage.url)
    if url.get_backend_name() == "sqlite" and is_new(url):
        yield note("database", f"{url.database}: not there yet", "turretur run makes it")
        return
    size = _size(url)
    try:
        async with database_at(config.storage.url) as opened, opened.reading() as tx:
            report = await verify(tx, Folds())
            name = f"{opened}"
    except StorageError as error:
        yield wrong("database", f"{error}", "turretur migrate, or the right storage.url")
        return
    if report.findings:
        todo = "docs/operations.md, A broken database: turretur verify lists everything"
        yield wrong("database", f"{name}, {size}: {_first(report)}", todo)
    else:
        yield fine("database", f"{name}, {size}, {report.events} events, all in order")
    if report.steps:
        todo = "a clock was wrong then: turretur verify names the events; look at their days"
        yield wrong("time", f"{len(report.steps)} events lie before the one they follow", todo)


def _first(report: "VerifyReport") -> str:
    """Return the first finding, and how many there are."""
    first, more = report.findings[0], len(report.findings) - 1
    text = f"{first.stream}: {first.kind}: {first.detail}"
    return f"{text} (and {more} more)" if more else text


def _size(url: "URL") -> str:
    """Return the size of the database's file, as text."""
    if url.get_backend_name() != "sqlite":
        return "at a server"
    return f"{Path(url.database or '').stat().st_size / _MB:.1f} MB"


async def last_copy(config: "Config", now: datetime) -> AsyncIterator[CheckLine]:
    """Yield the lines about the last copy, which is tried in a temporary folder."""
    folder = config.backup.directory
    if folder is None:
        yield wrong("backup", "no backup.directory", "name a folder, best on another disk")
        return
    for broken in sorted(folder.glob(f"{BROKEN}{STEM}*")):
        todo = "the database was damaged then: see docs/operations.md, then delete this copy"
        yield wrong("backup", f"{broken}: a copy that failed its check", todo)
    files = copies(folder) if folder.exists() else []
    if not files:
        yield note("backup", f"no copy in {folder} yet", "turretur backup makes one now")
        return
    made_at, copy = files[-1]
    age = now - made_at
    old = f"{counted(age.days, 'day')} and {counted(age.seconds // 3600, 'hour')}"
    state = f"{copy}, {old} old"
    if age > _LATEST:
        yield wrong("backup", state, "look for the reason in the log; turretur backup makes one")
    else:
        yield fine("backup", state)
    yield await _restored_copy(copy)


async def _restored_copy(copy: Path) -> CheckLine:
    """Return the line that says whether the copy could replace the database."""
    if copy.suffix != ".sqlite":
        return note("restore", "a dump of a server", "try pg_restore into an empty database")
    with tempfile.TemporaryDirectory() as folder:
        try:
            report = await check_copy(Path(shutil.copy(copy, folder)), copy)
        except StorageError as error:
            return wrong("restore", f"{error}", "turretur backup, then try again")
    if report.findings:
        todo = "turretur verify on the database tells whether it is damaged, too"
        return wrong("restore", _first(report), todo)
    return fine("restore", f"{report.streams} streams, {report.events} events, all in order")


def word_list(config: "Config") -> Iterator[CheckLine]:
    """Yield the line about the word list of new matches."""
    wanted = config.federation.word_list or DEFAULT_EDITION
    try:
        edition = find_edition(wanted, config.lexicon.directory)
    except UnknownEdition:
        todo = "turretur lexicon list shows those that are installed"
        yield wrong("word list", f"no list is called {wanted!r}", todo)
        return
    except BrokenEdition as error:
        yield wrong("word list", f"{error}", "turretur lexicon import it again")
        return
    state = f"{edition.name}, {edition.words:,} words, sha256 {edition.sha256[:16]}…"
    if edition.official:
        yield fine("word list", state)
    else:
        todo = "turretur lexicon import FILE, if you have the official one"
        yield note("word list", f"{state}, not the official list", todo)
