"""What is sent back: JSON that nobody keeps, files that are kept for ever, and their headers."""

import gzip
import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bot.web.page import Asset

NEVER: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""The headers of what is one person's."""
ONE_PACKET: Final = 1400
"""Bytes; what is no longer comes no sooner for being compressed."""
QUICKLY: Final = 5
"""The level of gzip: a game in a fifth of a millisecond, to a third of its length."""
AGAIN: Final = {"Retry-After": "1"}


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return the answer in JSON."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    again = AGAIN if status in {202, 429} else {}
    return Response(
        content,
        status_code=status,
        media_type="application/json",
        headers={**NEVER, **again, **(headers or {})},
    )


def compressed(request: Request, response: Response) -> Response:
    """Compress what is long, for whoever takes that.

    A token comes in a header that the page itself sets: nobody else's page can have us compress
    what is a person's beside something of its own, and learn of it by the length.
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
    """Return a file, compressed for whoever takes that."""
    common = {"Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff", **headers}
    content = asset.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, common = asset.compressed, {**common, "Content-Encoding": "gzip"}
    return Response(content, headers={**common, "Content-Type": asset.kind})
