"""A database's file spoilt as disks spoil it: bytes flipped, pages lost, the end cut off."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from click.testing import CliRunner

from bot.__main__ import main
from bot.cli.output import BAD_INPUT, NO

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE: Final = 4096
_FLIPS: Final = 40


def spoil(content: bytes, random: Random) -> bytes:
    """Return the content of a file with something wrong in it."""
    kinds: tuple[Callable[[bytearray, Random], None], ...] = (_flip, _scatter, _blank, _swap, _cut)
    spoilt = bytearray(content)
    random.choice(kinds)(spoilt, random)
    return bytes(spoilt)


def misread(file: Path, content: bytes, random: Random, times: int) -> list[str]:
    """Have `turretur verify` read so many spoilt files; return how it ended otherwise than it may.

    It may find all in order (what is spoilt was empty room), or something; or refuse, in one line.
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
    """Lose the page at which that table, or index, begins: zeros stand there."""
    with closing(sqlite3.connect(file)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (name,)).fetchone()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(bytes(size))


def _flip(content: bytearray, random: Random) -> None:
    """Flip bits beside each other, anywhere."""
    at = random.randrange(len(content))
    for place in range(at, min(at + random.randint(1, 8), len(content))):
        content[place] ^= 1 << random.randrange(8)


def _scatter(content: bytearray, random: Random) -> None:
    """Put bytes of no meaning all over a page."""
    page = _page(content, random)
    for _ in range(_FLIPS):
        content[page + random.randrange(PAGE)] = random.randrange(256)


def _blank(content: bytearray, random: Random) -> None:
    """Lose a page: zeros stand where it stood."""
    page = _page(content, random)
    content[page : page + PAGE] = bytes(PAGE)


def _swap(content: bytearray, random: Random) -> None:
    """Put one page in the place of another, as a write that went astray."""
    there, here = _page(content, random), _page(content, random)
    content[here : here + PAGE] = content[there : there + PAGE]


def _cut(content: bytearray, random: Random) -> None:
    """Lose the end."""
    del content[random.randrange(1, len(content)) :]


def _page(content: bytearray, random: Random) -> int:
    return random.randrange(len(content) // PAGE) * PAGE
