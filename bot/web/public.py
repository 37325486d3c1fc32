"""Serve the public site: files of a folder, compressed once, with their content hash as ETag.

The server sets no cookies, counts no visits, and its pages load nothing from other servers.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bot.web.assets import Asset, asset_response, compressed_asset, media_type_of
from bot.web.entity_tags import has_tag, tag_of
from bot.web.headers import FOREVER, NO_SNIFFING, PAGE_LIMITS, VARIES
from bot.web.preferences import preferred_language
from bot.web.waiting_page import REFRESH_SECONDS, waiting_page

MOST_CACHED: Final = 16 << 20
"""Bytes of files cached in memory."""
MEDIUM: Final = 6
"""The gzip level; a build changes many files at once, so the smallest would take too long."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';"
    " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
_GUARDS: Final = {
    "Content-Security-Policy": POLICY,
    **PAGE_LIMITS,
    **NO_SNIFFING,
}
_STATIC: Final = "static/"
_FRONT: Final = "index.html"
"""The front page, which a build writes last."""
_FOR_PROGRAMS: Final = (".json", ".csv", ".atom", ".ics")
"""Files that pages of other sites may read too (docs/public-data.md)."""


class _FileState(NamedTuple):
    """What changes with every build that writes a file again."""

    modified_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class _CachedFile:
    """A file ready to be served, as it was when it was read."""

    state: _FileState
    tag: str
    asset: Asset

    @property
    def modified(self) -> int:
        """Return the file's modification time, in seconds since 1970."""
        return self.state.modified_ns // 1_000_000_000

    @property
    def bytes_cached(self) -> int:
        """Return the memory that its content takes, plain and compressed."""
        return len(self.asset.content) + len(self.asset.compressed)


class PublicSite:
    """The files of the site's folder."""

    def __init__(self, folder: Path, *, robots: bool) -> None:
        """Serve that folder; `robots`: whether search engines may index it."""
        self._folder, self._robots = folder, robots
        self._cached: OrderedDict[str, _CachedFile] = OrderedDict()
        """The files in memory by path, the one read least recently first."""
        self._bytes = 0
        """The memory that they take."""
        self._reading = asyncio.Lock()
        """Held while a file is compressed, so that many new files take one processor at most."""

    @property
    def routes(self) -> list[Route]:
        """Return the routes; they match every path that no other route does."""
        return [Route("/robots.txt", self.rules), Route("/{path:path}", self.file)]

    async def rules(self, request: Request) -> Response:
        """`GET /robots.txt`: whether search engines may index the site."""
        del request
        allowed = "Disallow: /app/" if self._robots else "Disallow: /"
        return Response(f"User-agent: *\n{allowed}\n", media_type="text/plain", headers=_GUARDS)

    async def file(self, request: Request) -> Response:
        """`GET /…`: return a page, or a file beside it."""
        path: str = request.path_params["path"]
        if not path or path.endswith("/"):
            path += "index.html"
        file = await self._find(path)
        if file is None:
            return await self._redirect(path) or await self._missing(request)
        headers = self._headers(path, file)
        if _is_known(request, file):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return asset_response(request, file.asset, headers)

    async def _redirect(self, path: str) -> Response | None:
        """Return the redirect to a folder's page or a file in lower case; None if there is neither.

        Addresses are in lower case, but people type codes in capitals.
        """
        address = path.lower()
        for wanted, file in ((f"{address}/", f"{address}/index.html"), (address, address)):
            if await self._find(file) is not None:
                return RedirectResponse("../" * path.count("/") + wanted)
        return None

    def _headers(self, path: str, file: _CachedFile) -> dict[str, str]:
        """Return the headers of a file: its guards, and how long it may be cached."""
        headers = {
            **_GUARDS,
            **VARIES,
            "ETag": file.tag,
            "Last-Modified": formatdate(file.modified, usegmt=True),
            "Cache-Control": "no-cache",
        }
        if path.startswith(_STATIC):
            headers["Cache-Control"] = FOREVER
        if not self._robots:
            headers["X-Robots-Tag"] = "noindex, nofollow"
        if path.endswith(_FOR_PROGRAMS):
            headers["Access-Control-Allow-Origin"] = "*"
        return headers

    async def _missing(self, request: Request) -> Response:
        """Return the site's page about a missing file, or that the site is not built yet."""
        is_english = request.url.path.startswith("/en/")
        if await self._find(_FRONT) is None:
            return _not_built(request, is_english=is_english)
        file = await self._find("en/404.html" if is_english else "404.html")
        if file is None:
            return Response("404\n", HTTPStatus.NOT_FOUND, headers=_GUARDS, media_type="text/plain")
        return Response(
            file.asset.content, HTTPStatus.NOT_FOUND, headers=_GUARDS, media_type="text/html"
        )

    async def _find(self, path: str) -> _CachedFile | None:
        """Return the file at that path of the site, read again if changed; None if absent."""
        parts = path.split("/")
        media_type = media_type_of(path)
        if media_type is None or any(not part or part.startswith(".") for part in parts):
            return None
        try:
            on_disk = (self._folder / path).stat()
            state = _FileState(on_disk.st_mtime_ns, on_disk.st_size)
            file = self._cached.get(path)
            if file is None or file.state != state:
                file = await self._read_again(path, media_type, state)
        except (OSError, ValueError):
            return None
        if path in self._cached:
            self._cached.move_to_end(path)
        return file

    async def _read_again(self, path: str, media_type: str, state: _FileState) -> _CachedFile:
        """Read and cache the file that has changed, one file at a time."""
        async with self._reading:
            file = self._cached.get(path)
            if file is None or file.state != state:  # no other request has read it meanwhile
                file = await asyncio.to_thread(_read, self._folder / path, media_type, state)
                self._keep(path, file)
            return file

    def _keep(self, path: str, file: _CachedFile) -> None:
        """Cache a file; forget those read least recently beyond the limit."""
        before = self._cached.pop(path, None)
        self._bytes += file.bytes_cached - (0 if before is None else before.bytes_cached)
        self._cached[path] = file
        # The newest file stays even if it alone is beyond the limit.
        while self._bytes > MOST_CACHED and len(self._cached) > 1:
            self._bytes -= self._cached.popitem(last=False)[1].bytes_cached


def _not_built(request: Request, *, is_english: bool) -> Response:
    """Return that the site's first build is not over; search engines come back later."""
    page, policy = waiting_page("en" if is_english else preferred_language(request))
    headers = {
        **_GUARDS,
        "Content-Security-Policy": policy,
        "Retry-After": str(REFRESH_SECONDS),
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex, nofollow",
    }
    return HTMLResponse(page, HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)


def _is_known(request: Request, file: _CachedFile) -> bool:
    """Return whether the client already has the file's present content (RFC 9110, 13.2.2)."""
    if "if-none-match" in request.headers:
        return has_tag(request, file.tag)
    try:
        since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
    except (ValueError, OverflowError):
        return False
    return file.modified <= since.timestamp()


def _read(path: Path, media_type: str, state: _FileState) -> _CachedFile:
    content = path.read_bytes()
    return _CachedFile(state, tag_of(content), compressed_asset(media_type, content, MEDIUM))
