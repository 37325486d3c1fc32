"""HTTP responses: uncached JSON, immutable files, and their cache headers."""

import gzip
import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bot.web.page import Asset

NEVER: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""The headers of a person's own data."""
ONE_PACKET: Final = 1400
"""Bytes; compression does not speed up a response that fits in one packet."""
QUICKLY: Final = 5
"""The gzip level: a game takes a fifth of a millisecond, and shrinks to a third."""
AGAIN: Final = {"Retry-After": "1"}


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    again = AGAIN if status in {202, 429} else {}
    return Response(
        content,
        status_code=status,
        media_type="application/json",
        headers={**NEVER, **again, **(headers or {})},
    )


def compressed(request: Request, response: Response) -> Response:
    """Compress a long response if the client accepts it.

    This is safe from compression attacks, because the token is in a header that only our page can
    set. No other page can request a person's data mixed with text of its own.
    """
    is_taken = "gzip" in request.headers.get("accept-encoding", "")
    content = getattr(response, "body", b"")
    if is_taken and len(content) > ONE_PACKET:
        response.body = gzip.compress(content, QUICKLY, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    response.headers["Vary"] = "Accept-Encoding"
    return response


def asset_response(request: Request, asset: Asset, headers: dict[str, str]) -> Response:
    """Return a file, compressed if the client accepts it."""
    common = {"Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff", **headers}
    content = asset.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, common = asset.compressed, {**common, "Content-Encoding": "gzip"}
    return Response(content, headers={**common, "Content-Type": asset.kind})
