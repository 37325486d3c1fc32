"""JSON responses, which no cache stores unless the endpoint allows it."""

import gzip
import json
from http import HTTPStatus
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bot.web.headers import NOT_STORED, VARIES
from bot.web.preferences import accepts_gzip

ONE_PACKET: Final = 1400
"""Bytes; compression does not speed up a response that fits in one packet."""
QUICK_LEVEL: Final = 5
"""The gzip level: at it a game takes a fifth of a millisecond, and shrinks to a third."""
REPEAT_SOON: Final = {"Retry-After": "1"}
"""Added to a response after which the client should repeat its request."""
REPEATED: Final = frozenset({HTTPStatus.ACCEPTED, HTTPStatus.TOO_MANY_REQUESTS})
"""Statuses of a request that is not carried out yet, or was refused because of its number."""


def json_bytes(body: Any) -> bytes:
    """Return the content of a JSON response."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def json_response(
    body: Any, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    """Return a JSON response; the headers replace those that forbid caches to store it."""
    retry_after = REPEAT_SOON if status in REPEATED else {}
    return Response(
        json_bytes(body),
        status_code=status,
        media_type="application/json",
        headers={**NOT_STORED, **retry_after, **(headers or {})},
    )


def compress(request: Request, response: Response) -> Response:
    """Compress a long response if the client accepts it, and return the same response.

    This is safe from compression attacks, because the token is in a header that only our page can
    set. No other page can request a person's data mixed with text of its own.
    """
    content = getattr(response, "body", b"")
    if len(content) > ONE_PACKET and accepts_gzip(request):
        response.body = gzip.compress(content, QUICK_LEVEL, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    response.headers.update(VARIES)
    return response
