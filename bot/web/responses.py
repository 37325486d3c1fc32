"""What is sent back: JSON that nobody keeps, files that are kept for ever, and their headers."""

import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from bot.web.page import Asset

NEVER: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""The headers of what is one person's."""
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


def asset_response(request: Request, asset: Asset, headers: dict[str, str]) -> Response:
    """Return a file, compressed for whoever takes that."""
    common = {"Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff", **headers}
    content = asset.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, common = asset.compressed, {**common, "Content-Encoding": "gzip"}
    return Response(content, headers={**common, "Content-Type": asset.kind})
