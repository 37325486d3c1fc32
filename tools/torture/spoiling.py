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
_FLIPS: Final = 40


def spoil(content: bytes, random: Random) -> bytes:
    """Return the content of a file with one kind of damage."""
    kinds: tuple[Callable[[bytearray, Random], None], ...] = (_flip, _scatter, _blank, _swap, _cut)
    spoilt = bytearray(content)
    random.choice(kinds)(spoilt, random)
    return bytes(spoilt)


def misread(file: Path, content: bytes, random: Random, times: int) -> list[str]:
    """Run `turretur verify` on damaged files; return the results that are not permitted.

    It may find everything in order (if the damage is in free space), report findings, or refuse the
    file in one line.
    """
    wrong = []
    for number in range(times):
        file.write_bytes(spoil(content, random))
        done = CliRunner().invoke(main, ["verify", "--database", f"sqlite:///{file}"])
        in_order = done.exit_code in {0, NO, BAD_INPUT} and len(done.stderr.splitlines()) <= 1
        if not in_order or not isinstance(done.exception, SystemExit | None):
            wrong.append(f"spoilt file {number}: {done.exception!r} {done.stderr}")
    return wrong


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
    """Flip adjacent bits at a random place."""
    at = random.randrange(len(content))
    for place in range(at, min(at + random.randint(1, 8), len(content))):
        content[place] ^= 1 << random.randrange(8)


def _scatter(content: bytearray, random: Random) -> None:
    """Fill a page with random bytes."""
    page = _page(content, random)
    for _ in range(_FLIPS):
        content[page + random.randrange(PAGE)] = random.randrange(256)


def _blank(content: bytearray, random: Random) -> None:
    """Replace a page by zeros."""
    page = _page(content, random)
    content[page : page + PAGE] = bytes(PAGE)


def _swap(content: bytearray, random: Random) -> None:
    """Replace one page by another, as after a misdirected write."""
    there, here = _page(content, random), _page(content, random)
    content[here : here + PAGE] = content[there : there + PAGE]


def _cut(content: bytearray, random: Random) -> None:
    """Cut off the end."""
    del content[random.randrange(1, len(content)) :]


def _page(content: bytearray, random: Random) -> int:
    return random.randrange(len(content) // PAGE) * PAGE
