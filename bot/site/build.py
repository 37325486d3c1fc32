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
from typing import Final, NamedTuple

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

RECORD: Final = ".made.json"
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
"""The functions that yield the pages of each kind, in the order in which they are built."""


class _BuiltPage(NamedTuple):
    """A page as the record has it."""

    stamp: str
    paths: list[str]
    """The paths of its files."""


class _Recorded(NamedTuple):
    """The record of a build, stored in JSON under these names."""

    stamp: str
    """The stamp that all pages shared; pages of another are built again."""
    pages: dict[str, _BuiltPage]
    """The pages by their key."""


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
    database: Database, caches: BuildCaches, options: SiteOptions, folder: Path
) -> BuildResult:
    """Bring the folder up to date with the database.

    Raises:
        OSError: the folder cannot be written to.
    """
    record = _Record(folder, _stamp_of_all(options))
    async with database.reading() as tx:
        source = Source(tx, caches, options)
        async for page in all_pages(source, Templates(options)):
            if not record.keep_if_built(page):
                await _build(page, record)
    return record.close()


async def _build(page: SitePage, record: "_Record") -> None:
    """Build a page. An error skips this page only, unless it would affect every page."""
    try:
        files = await page.build()
    except Exception as error:
        if refusal(error) is not None:
            raise
        record.failed[page.key] = "".join(format_exception(error))
    else:
        record.add(page, files)


async def all_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield every page of the site."""
    yield _static_page()
    for section in SECTIONS:
        async for page in section(source, templates):
            yield page
    yield _missing_page(templates)
    yield await front_page(source, templates)  # last, because the front page links to the others


def _static_page() -> SitePage:
    static = static_files()

    async def build() -> Files:
        return static.files

    return SitePage(key="static", stamp=static.stamp, build=build)


def _missing_page(templates: Templates) -> SitePage:
    async def build() -> Files:
        return templates.pages(MISSING, MISSING, lambda _: {})

    return SitePage(key="404", stamp="", build=build)


@cache
def _program_hash() -> str:
    """Return a hash of every source file that affects pages."""
    digest = hashlib.sha256()
    for content in sources():
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def _stamp_of_all(options: SiteOptions) -> str:
    """Return the stamp that all pages share: of the program, and of the options shown on pages."""
    # Which competitions are on the site decides which pages exist, not what they show.
    return stamp_of(_program_hash(), replace(options, left_out=frozenset(), only=None))


class _Record:
    """The record of the folder, and the changes of the current build."""

    def __init__(self, folder: Path, stamp: str) -> None:
        """Read the record of the build before; `stamp` is of this program and these options."""
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._before = _read(folder / RECORD)
        self._now = _Recorded(stamp=stamp, pages={})
        self._written: list[str] = []
        self.failed: dict[str, str] = {}
        """The traceback of each page that could not be built, by its key."""

    def keep_if_built(self, page: SitePage) -> bool:
        """Keep the page's files if they are up to date; return whether they are."""
        known = self._before.pages.get(page.key)
        if self._before.stamp != self._now.stamp or known is None or known.stamp != page.stamp:
            return False
        self._now.pages[page.key] = known
        return True

    def add(self, page: SitePage, files: Mapping[str, bytes]) -> None:
        """Write the files of a page that are new or have changed."""
        self._now.pages[page.key] = _BuiltPage(page.stamp, sorted(files))
        for path, content in files.items():
            if _write(self._folder / path, content):
                self._written.append(path)

    def close(self) -> BuildResult:
        """Remove files that no page has any longer, write the record, and return the result."""
        removed = sorted(self._gone())
        for path in removed:
            (self._folder / path).unlink(missing_ok=True)
        if self._now != self._before:
            text = json.dumps(self._now._asdict(), separators=(",", ":"), sort_keys=True)
            _write(self._folder / RECORD, text.encode())
        files = sum(len(page.paths) for page in self._now.pages.values())
        return BuildResult(tuple(sorted(self._written)), tuple(removed), files, self.failed)

    def _gone(self) -> set[str]:
        """Return the files of the last build that no page has any longer."""
        before, now = self._before.pages, self._now.pages
        changed = [page for key, page in before.items() if now.get(key) != page]
        if not changed:  # the usual case, without gathering the paths of thousands of pages
            return set()
        paths = {path for page in changed for path in page.paths}
        return paths - {path for page in now.values() for path in page.paths}


def _read(file: Path) -> _Recorded:
    """Return the record of the build before; without pages if it cannot be read."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        pages = {key: _BuiltPage(*page) for key, page in stored["pages"].items()}
        return _Recorded(stamp=stored["stamp"], pages=pages)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):  # missing or in another form
        return _Recorded(stamp="", pages={})


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
