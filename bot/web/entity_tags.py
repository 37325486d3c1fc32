"""Entity tags: whether a client has the present content of an address (RFC 9110, 13.1.2)."""

from starlette.requests import Request


def has_tag(request: Request, tag: str) -> bool:
    """Return whether the client names this strong tag, quotes included, as the one that it has."""
    sent = request.headers.get("if-none-match", "")
    # A proxy that compresses makes the tag weak (`W/`).
    return tag in {known_tag.strip().removeprefix("W/") for known_tag in sent.split(",")}
