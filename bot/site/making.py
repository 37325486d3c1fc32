"""The site made into a folder: only what is not there already as it is to be.

What was made is noted beside the pages, with its stamps; without the note everything is made anew.
A page is replaced in one step, so that whoever reads it meanwhile has the old one or the new. One
that cannot be made is taken away: as it was it may show what nobody is to see any more.
"""

import hashlib
import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Final

from bot.site.competition_pages import competition_leaves, front_leaf
from bot.site.feed_leaves import feed_leaves
from bot.site.group_pages import group_leaves
from bot.site.leaf import Leaf, stamp_of
from bot.site.match_pages import match_leaves
from bot.site.player_pages import player_leaves
from bot.site.rating_pages import rating_leaves
from bot.site.regulation_page import regulation_leaves
from bot.site.ruling_pages import ruling_leaves
from bot.site.source import Source
from bot.site.static import static_files
from bot.site.verify_pages import verify_leaves
from bot.site.words import MISSING, Templates, sources
from storage.db import refusal

if TYPE_CHECKING:
    from bot.site.options import Options
    from bot.site.source import Kept
    from storage.db import Database

NOTE: Final = ".made.json"
"""What was made, in the folder itself; not handed out."""


SECTIONS: Final = (
    competition_leaves,
    group_leaves,
    match_leaves,
    ruling_leaves,
    player_leaves,
    rating_leaves,
    regulation_leaves,
    feed_leaves,
    verify_leaves,
)
"""What yields the leaves of each kind of page, in this order."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a making has changed, by paths in the site."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    files: int
    """How many the site has."""
    failed: Mapping[str, str]
    """What could not be made, and so is not on it, by the leaf's key: why."""


async def make_site(database: "Database", kept: "Kept", options: "Options", folder: Path) -> Made:
    """Bring the folder up to date with what is stored.

    Raises:
        OSError: the folder cannot be written to.
    """
    note = _Note(folder, _stamp_of_all(options))
    async with database.reading() as tx:
        source = Source(tx, kept, options)
        async for leaf in leaves(source, Templates(options)):
            if not note.is_made(leaf):
                await _make(leaf, note)
    return note.close()


async def _make(leaf: Leaf, note: "_Note") -> None:
    """Make a leaf; the others are made too where it fails, but not where nothing could be made."""
    try:
        files = await leaf.make()
    except Exception as error:
        if refusal(error) is not None:
            raise
        note.failed[leaf.key] = "".join(format_exception(error))
    else:
        note.keep(leaf, files)


async def leaves(source: Source, templates: Templates) -> AsyncIterator[Leaf]:
    """Yield everything that the site is made of."""
    yield _static_leaf()
    for section in SECTIONS:
        async for leaf in section(source, templates):
            yield leaf
    yield _missing_leaf(templates)
    yield await front_leaf(source, templates)  # last: what it leads to is there


def _static_leaf() -> Leaf:
    held = static_files()

    async def make() -> Mapping[str, bytes]:
        return held.files

    return Leaf(key="static", stamp=held.stamp, make=make)


def _missing_leaf(templates: Templates) -> Leaf:
    async def make() -> Mapping[str, bytes]:
        return templates.pages(MISSING, MISSING, lambda _: {})

    return Leaf(key="404", stamp="", make=make)


@cache
def _program() -> str:
    digest = hashlib.sha256()
    for content in sources():
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def _stamp_of_all(options: "Options") -> str:
    return stamp_of(_program(), replace(options, left_out=frozenset(), only=None))


class _Note:
    """What is in the folder, and what the making under way keeps, writes and takes away."""

    def __init__(self, folder: Path, stamp: str) -> None:
        self._folder, self._stamp = folder, stamp
        folder.mkdir(parents=True, exist_ok=True)
        self._before = _read(folder / NOTE)
        known = self._before if self._before.get("stamp") == stamp else {}
        self._known: dict[str, Any] = known.get("leaves", {})
        self._now: dict[str, list[Any]] = {}
        self._written: list[str] = []
        self.failed: dict[str, str] = {}
        """Why leaves could not be made, by their keys."""

    def is_made(self, leaf: Leaf) -> bool:
        """Return whether the leaf's files are there as they are to be, and keep them."""
        known = self._known.get(leaf.key)
        if known is None or known[0] != leaf.stamp:
            return False
        self._now[leaf.key] = known
        return True

    def keep(self, leaf: Leaf, files: Mapping[str, bytes]) -> None:
        """Write those files of a leaf that are not there already."""
        self._now[leaf.key] = [leaf.stamp, sorted(files)]
        for path, content in files.items():
            if _write(self._folder / path, content):
                self._written.append(path)

    def close(self) -> Made:
        """Take away what is on the site no more, and note what is."""
        gone = sorted(self._gone())
        for path in gone:
            (self._folder / path).unlink(missing_ok=True)
        if self._now != self._before.get("leaves") or self._stamp != self._before.get("stamp"):
            note = {"stamp": self._stamp, "leaves": self._now}
            text = json.dumps(note, separators=(",", ":"), sort_keys=True)
            _write(self._folder / NOTE, text.encode())
        files = sum(len(kept) for _, kept in self._now.values())
        return Made(tuple(sorted(self._written)), tuple(gone), files, self.failed)

    def _gone(self) -> set[str]:
        """Return what was there before and is kept by no leaf any more."""
        before = self._before.get("leaves", {})
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
    """Replace a file in one step; return whether it was another."""
    try:
        if file.read_bytes() == content:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    beside.write_bytes(content)
    beside.replace(file)
    return True
