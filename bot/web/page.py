"""The Mini App's page: its files, at addresses that contain a hash of their content.

Browsers load `index.html` and `worker.js` again each time. Both name files as `static/NAME`; the
server offers them as `static/HASH/NAME`, with one hash for all files, and browsers cache them for
ever. Modules name each other as `./NAME`, so that none needs rewriting. Each file is compressed
once.
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
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by extension; other files are not served."""
INDEX: Final = "index.html"
WORKER: Final = "worker.js"
"""The service worker, which shows announcements."""
FOREVER: Final = "public, max-age=31536000, immutable"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'none';"
    " frame-ancestors "
)
WORKER_POLICY: Final = "default-src 'none'; img-src 'self'"
"""A worker that loads nothing but the icon of its notifications."""
_TELEGRAM: Final = "https://web.telegram.org https://*.telegram.org"
_HERE: Final = " http://127.0.0.1:* http://localhost:*"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file ready to be served: its media type, content, and compressed content."""

    kind: str
    content: bytes
    compressed: bytes


@dataclass(frozen=True, slots=True)
class AppPage:
    """The files of the page."""

    index: Asset
    worker: Asset
    stamp: str
    """The hash of all files."""
    assets: Mapping[str, Asset]


@cache
def page() -> AppPage:
    """Return the page that is part of the program."""
    folder = files("bot.web") / "page"
    contents = {
        entry.name: entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda each: each.name)
        if _kind(entry.name)
    }
    return build_page(contents)


def build_page(contents: Mapping[str, bytes]) -> AppPage:
    """Return the page for these files."""
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    stamp = digest.hexdigest()[:20]
    first = {
        name: _asset(name, contents[name].replace(b'"static/', f'"static/{stamp}/'.encode()))
        for name in (INDEX, WORKER)
    }
    return AppPage(
        index=first[INDEX],
        worker=first[WORKER],
        stamp=stamp,
        assets={name: _asset(name, each) for name, each in contents.items() if name not in first},
    )


def policy(public_url: str) -> str:
    """Return the Content-Security-Policy: only own files, and only inside Telegram.

    If the address is on this machine, the local sandbox may show the page too.
    """
    is_here = public_url.startswith("http://")
    return _POLICY + _TELEGRAM + (_HERE if is_here else "")


def _kind(name: str) -> str:
    return KINDS.get(name[name.rfind(".") :], "")


def _asset(name: str, content: bytes) -> Asset:
    return Asset(_kind(name), content, gzip.compress(content, 9, mtime=0))
