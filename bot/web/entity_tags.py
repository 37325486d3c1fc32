"""Entity tags: whether a client has the present content of an address (RFC 9110, 13.1.2)."""

from hashlib import sha256
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

_OF_THE_CONTENT: Final = frozenset({"content-length", "content-type"})
"""Headers that describe the content, which a response without any does not have."""


def tag_of(content: bytes) -> str:
    """Return the strong tag of that content, quotes included: its hash."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def has_tag(request: Request, tag: str) -> bool:
    """Return whether the client names this strong tag, quotes included, as the one that it has."""
    sent = request.headers.get("if-none-match", "")
    # A proxy that compresses makes the tag weak (`W/`).
    return tag in {known_tag.strip().removeprefix("W/") for known_tag in sent.split(",")}


def unless_known(request: Request, response: Response) -> Response:
    """Tag the response; return 304 with its headers if the client has this content already."""
    tag = tag_of(bytes(response.body))
    response.headers["ETag"] = tag
    if not has_tag(request, tag):
        return response
    headers = {
        name: value for name, value in response.headers.items() if name not in _OF_THE_CONTENT
    }
    return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
