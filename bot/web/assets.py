"""Files that are served: media type, content, and the content compressed once."""

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.web.headers import NO_SNIFFING, VARIES
from bot.web.preferences import accepts_gzip

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".jsonl": "application/jsonl; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".atom": "application/atom+xml; charset=utf-8",
    ".xml": "application/atom+xml; charset=utf-8",
    ".ics": "text/calendar; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
"""Media types by extension; other files are not served."""
PIECE: Final = 1 << 16
"""Bytes of a file that are sent in one message to the server."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file ready to be served: its media type, content, and compressed content."""

    media_type: str
    content: bytes
    compressed: bytes


def media_type_of(name: str) -> str | None:
    """Return the media type of a file with that name or path; None if such files are not served."""
    return MEDIA_TYPES.get(name[name.rfind(".") :])


def compressed_asset(media_type: str, content: bytes, level: int) -> Asset:
    """Return the file, compressed by gzip at that level (1 fastest, 9 smallest)."""
    # Without the time of compression, the same content always gives the same bytes.
    return Asset(media_type, content, gzip.compress(content, level, mtime=0))


def asset_response(request: Request, asset: Asset, headers: dict[str, str]) -> Response:
    """Return a file, compressed if the client accepts it."""
    common = {**VARIES, **NO_SNIFFING, **headers}
    content = asset.content
    if accepts_gzip(request):
        content, common = asset.compressed, {**common, "Content-Encoding": "gzip"}
    return FileInPieces(content, headers={**common, "Content-Type": asset.media_type})


class FileInPieces(Response):
    """A response that copies a file in pieces, so that a slow client costs little memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file as fast as the client reads it."""
        del scope, receive
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        # At least one message, so that an empty file ends its response, too.
        for begin in range(0, max(1, len(self.body)), PIECE):
            end = begin + PIECE
            has_more = end < len(self.body)
            piece = bytes(self.body[begin:end])
            await send({"type": "http.response.body", "body": piece, "more_body": has_more})
            # Let other tasks run, even while the system accepts every piece at once.
            await asyncio.sleep(0)
