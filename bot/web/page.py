"""The Mini App's page: its files, at addresses that contain a hash of their content.

Browsers load `index.html` and `worker.js` again each time. Both name files as `static/NAME`; the
server offers them as `static/HASH/NAME`, with one hash for all files, and browsers cache them for
ever. Modules name each other as `./NAME`, so that none needs rewriting. Each file is compressed
once, a script without its comments, which are a third of it.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from rjsmin import jsmin

from bot.web.assets import Asset, compressed_asset, media_type_of

INDEX: Final = "index.html"
WORKER: Final = "worker.js"
"""The service worker, which shows announcements."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'none';"
    " frame-ancestors "
)
SMALLEST: Final = 9
"""The slowest gzip level; each file is compressed once."""
WORKER_POLICY: Final = "default-src 'none'; img-src 'self'"
"""A worker that loads nothing but the icon of its notifications."""
_TELEGRAM: Final = "https://web.telegram.org https://*.telegram.org"
_THIS_MACHINE: Final = " http://127.0.0.1:* http://localhost:*"


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
        entry.name: _served(entry.name, entry.read_bytes())
        for entry in sorted(folder.iterdir(), key=lambda each: each.name)
        if media_type_of(entry.name)
    }
    return build_page(contents)


def build_page(contents: Mapping[str, bytes]) -> AppPage:
    """Return the page for these files, by name; `index.html` and `worker.js` must be there.

    Raises:
        KeyError: one of the two is missing.
        ValueError: a file is of a kind that is not served.
    """
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    stamp = digest.hexdigest()[:20]
    # Only these two name files by path; their own addresses never change.
    renamed = {
        name: _asset(name, contents[name].replace(b'"static/', f'"static/{stamp}/'.encode()))
        for name in (INDEX, WORKER)
    }
    return AppPage(
        index=renamed[INDEX],
        worker=renamed[WORKER],
        stamp=stamp,
        assets={name: _asset(name, each) for name, each in contents.items() if name not in renamed},
    )


def policy(public_url: str) -> str:
    """Return the Content-Security-Policy: only own files, and in a frame only inside Telegram.

    If the address is on this machine, the local sandbox may frame the page too.
    """
    is_local = public_url.startswith("http://")
    return _POLICY + _TELEGRAM + (_THIS_MACHINE if is_local else "")


def _served(name: str, content: bytes) -> bytes:
    """Return the content of a file as browsers get it: a script without comments and indentation.

    Scripts are UTF-8, and `rjsmin` keeps every line break that may end a statement.
    """
    return bytes(jsmin(content)) if name.endswith(".js") else content


def _asset(name: str, content: bytes) -> Asset:
    media_type = media_type_of(name)
    if media_type is None:
        raise ValueError(f"no media type for {name}")
    return compressed_asset(media_type, content, SMALLEST)
