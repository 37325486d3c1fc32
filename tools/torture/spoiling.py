"""Damage a database's file as disks do: flipped bits, lost pages, a truncated end."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from click.testing import CliRunner

from bot.__main__ import main
from bot.cli.output import BAD_INPUT, NO

PAGE: Final = 4096
"""The bytes of a page of the database."""
_RANDOM_BYTES: Final = 40
"""The number of bytes that `_scatter` replaces in a page."""


def spoil(content: bytes, random: Random) -> bytes:
    """Return the content of a file, of one page at least, with one kind of damage."""
    kinds: tuple[Callable[[bytearray, Random], None], ...] = (_flip, _scatter, _blank, _swap, _cut)
    spoilt = bytearray(content)
    random.choice(kinds)(spoilt, random)
    return bytes(spoilt)


def misread(file: Path, content: bytes, random: Random, times: int) -> list[str]:
    """Run `turretur verify` on damaged files; return the results that are not permitted.

    It may find everything in order (if the damage is in free space), report findings, or refuse the
    file in one line.
    """
    wrong_results = []
    for number in range(times):
        file.write_bytes(spoil(content, random))
        result = CliRunner().invoke(main, ["verify", "--database", f"sqlite:///{file}"])
        ends_itself = isinstance(result.exception, SystemExit | None)
        has_status = result.exit_code in {0, NO, BAD_INPUT}
        is_short = len(result.stderr.splitlines()) <= 1
        if not (ends_itself and has_status and is_short):
            wrong_results.append(f"spoilt file {number}: {result.exception!r} {result.stderr}")
    return wrong_results


def without_page(file: Path, name: str) -> None:
    """Replace by zeros the page at which that table or index begins."""
    with closing(sqlite3.connect(file)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (name,)).fetchone()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(bytes(size))


def _flip(content: bytearray, random: Random) -> None:
    """Flip a bit in each of a few adjacent bytes."""
    first = random.randrange(len(content))
    for place in range(first, min(first + random.randint(1, 8), len(content))):
        content[place] ^= 1 << random.randrange(8)


def _scatter(content: bytearray, random: Random) -> None:
    """Put random bytes into a page."""
    page = _page(content, random)
    for _ in range(_RANDOM_BYTES):
        content[page + random.randrange(PAGE)] = random.randrange(256)


def _blank(content: bytearray, random: Random) -> None:
    """Replace a page by zeros."""
    page = _page(content, random)
    content[page : page + PAGE] = bytes(PAGE)


def _swap(content: bytearray, random: Random) -> None:
    """Replace one page by another, as after a misdirected write."""
    source, target = _page(content, random), _page(content, random)
    content[target : target + PAGE] = content[source : source + PAGE]


def _cut(content: bytearray, random: Random) -> None:
    """Cut off the end."""
    del content[random.randrange(1, len(content)) :]


def _page(content: bytearray, random: Random) -> int:
    """Return where a random page begins."""
    return random.randrange(len(content) // PAGE) * PAGE
