"""Build the site into a folder; only files that have changed are written.

A file beside the pages records the build and its stamps; without it everything is rebuilt. A page
is replaced in one step, so that a reader gets the old or the new page. A page that cannot be built
is removed, because its old version may show facts that must no longer be shown.
"""

import hashlib
import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from traceback import format_exception
from typing import Any, Final

from bot.site.competition_pages import competition_pages, front_page
from bot.site.feeds import feed_files
from bot.site.friendly_pages import friendly_pages
from bot.site.group_pages import group_pages
from bot.site.help_pages import guide_pages, how_pages, regulation_pages
from bot.site.match_pages import match_pages
from bot.site.options import SiteOptions
from bot.site.player_pages import player_pages
from bot.site.rating_pages import rating_pages
from bot.site.ruling_pages import ruling_pages
from bot.site.series_pages import series_pages
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import BuildCaches, Source
from bot.site.static import static_files
from bot.site.templating import MISSING, Templates, sources
from bot.site.verify_pages import verify_pages
from storage.db import Database, refusal

NOTE: Final = ".made.json"
"""The record of the build, in the same folder; the server does not serve it."""


SECTIONS: Final = (
    competition_pages,
    group_pages,
    match_pages,
    ruling_pages,
    player_pages,
    series_pages,
    friendly_pages,
    rating_pages,
    regulation_pages,
    how_pages,
    guide_pages,
    feed_files,
    verify_pages,
)
"""The functions that yield the pages of each kind, in this order."""


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build; paths are relative to the site."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    files: int
    """The number of files in the site."""
    failed: Mapping[str, str]
    """The traceback of each page that could not be built, by its key."""


async def make_site(
    database: Database, kept: BuildCaches, options: SiteOptions, folder: Path
) -> BuildResult:
    """Bring the folder up to date with the database.

    Raises:
        OSError: the folder cannot be written to.
    """
    note = _Note(folder, _stamp_of_all(options))
    async with database.reading() as tx:
        source = Source(tx, kept, options)
        async for page in all_pages(source, Templates(options)):
            if not note.is_made(page):
                await _make(page, note)
    return note.close()


async def _make(page: SitePage, note: "_Note") -> None:
    """Build a page. An error skips this page only, unless it would affect every page."""
    try:
        files = await page.build()
    except Exception as error:
        if refusal(error) is not None:
            raise
        note.failed[page.key] = "".join(format_exception(error))
    else:
        note.keep(page, files)


async def all_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield every page of the site."""
    yield _static_page()
    for section in SECTIONS:
        async for page in section(source, templates):
            yield page
    yield _missing_page(templates)
    yield await front_page(source, templates)  # last, because the front page links to the others


def _static_page() -> SitePage:
    held = static_files()

    async def build() -> Files:
        return held.files

    return SitePage(key="static", stamp=held.stamp, build=build)


def _missing_page(templates: Templates) -> SitePage:
    async def build() -> Files:
        return templates.pages(MISSING, MISSING, lambda _: {})

    return SitePage(key="404", stamp="", build=build)


@cache
def _program() -> str:
    digest = hashlib.sha256()
    for content in sources():
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def _stamp_of_all(options: SiteOptions) -> str:
    return stamp_of(_program(), replace(options, left_out=frozenset(), only=None))


class _Note:
    """The record of the folder, and the changes of the current build."""

    def __init__(self, folder: Path, stamp: str) -> None:
        """Read the record; pages of another program or other options are built again."""
        self._folder, self._stamp = folder, stamp
        folder.mkdir(parents=True, exist_ok=True)
        self._before = _read(folder / NOTE)
        known = self._before if self._before.get("stamp") == stamp else {}
        self._known: dict[str, Any] = known.get("pages", {})
        self._now: dict[str, list[Any]] = {}
        self._written: list[str] = []
        self.failed: dict[str, str] = {}
        """The traceback of each page that could not be built, by its key."""

    def is_made(self, page: SitePage) -> bool:
        """Return whether the page's files are up to date; if so, keep them."""
        known = self._known.get(page.key)
        if known is None or known[0] != page.stamp:
            return False
        self._now[page.key] = known
        return True

    def keep(self, page: SitePage, files: Mapping[str, bytes]) -> None:
        """Write the files of a page that are new or have changed."""
        self._now[page.key] = [page.stamp, sorted(files)]
        for path, content in files.items():
            if _write(self._folder / path, content):
                self._written.append(path)

    def close(self) -> BuildResult:
        """Remove files that no page has any longer, write the record, and return the result."""
        removed = sorted(self._gone())
        for path in removed:
            (self._folder / path).unlink(missing_ok=True)
        if self._now != self._before.get("pages") or self._stamp != self._before.get("stamp"):
            note = {"stamp": self._stamp, "pages": self._now}
            text = json.dumps(note, separators=(",", ":"), sort_keys=True)
            _write(self._folder / NOTE, text.encode())
        files = sum(len(kept) for _, kept in self._now.values())
        return BuildResult(tuple(sorted(self._written)), tuple(removed), files, self.failed)

    def _gone(self) -> set[str]:
        """Return the files of the last build that no page has any longer."""
        before = self._before.get("pages", {})
        changed = [
            kept for key, (_, kept) in before.items() if self._now.get(key) is not before[key]
        ]
        paths = {path for kept in changed for path in kept}
        return paths and paths - {path for _, kept in self._now.values() for path in kept}


def _read(file: Path) -> dict[str, Any]:
    try:
        note = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def _write(file: Path, content: bytes) -> bool:
    """Replace a file in one step; return whether its content was different."""
    try:
        if file.read_bytes() == content:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    beside.write_bytes(content)
    beside.replace(file)
    return True
