"""The page of the Mini App, handed out: its files under an address made of what they hold.

`index.html` is asked for anew each time and names its files as `static/NAME`; they are handed out
under `static/HASH/NAME`, where the hash is of all of them together, and kept for ever. Modules
name each other as `./NAME`, so that none is to be rewritten. Everything is compressed once.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

KINDS: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""Files of other kinds are not handed out."""
INDEX: Final = "index.html"
FOREVER: Final = "public, max-age=31536000, immutable"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors "
)
_TELEGRAM: Final = "https://web.telegram.org https://*.telegram.org"
_HERE: Final = " http://127.0.0.1:* http://localhost:*"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is handed out."""

    kind: str
    content: bytes
    compressed: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """The page."""

    index: Asset
    stamp: str
    """The hash of all files."""
    assets: Mapping[str, Asset]


@cache
def page() -> Page:
    """Return the page that comes with the program."""
    folder = files("bot.web") / "page"
    found = {
        each.name: each.read_bytes()
        for each in sorted(folder.iterdir(), key=lambda each: each.name)
        if _kind(each.name)
    }
    return made(found)


def made(found: Mapping[str, bytes]) -> Page:
    """Return the page made of these files."""
    digest = hashlib.sha256()
    for name, content in sorted(found.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    stamp = digest.hexdigest()[:20]
    index = found[INDEX].replace(b'"static/', f'"static/{stamp}/'.encode())
    return Page(
        index=_asset(INDEX, index),
        stamp=stamp,
        assets={name: _asset(name, each) for name, each in found.items() if name != INDEX},
    )


def policy(public_url: str) -> str:
    """Return the Content-Security-Policy: own files alone, shown inside Telegram alone.

    Where the address is of this machine, the sandbox of this machine may show it, too.
    """
    is_here = public_url.startswith("http://")
    return _POLICY + _TELEGRAM + (_HERE if is_here else "")


def _kind(name: str) -> str:
    return KINDS.get(name[name.rfind(".") :], "")


def _asset(name: str, content: bytes) -> Asset:
    return Asset(_kind(name), content, gzip.compress(content, 9, mtime=0))
