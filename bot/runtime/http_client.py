"""httpx's client, which reports each lost connection as an error of httpx."""

from traceback import walk_tb
from typing import Any

import httpx


class HttpClient(httpx.AsyncClient):
    """A client that reports a connection lost while it opens, as `httpx.ConnectError`.

    On uvloop such a connection has no socket, and anyio 4.16, which httpx uses, does not expect
    that: it raises an `AttributeError`.
    """

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send the request, as httpx does.

        Raises:
            httpx.HTTPError: there is no answer, or the connection was lost.
            httpx.InvalidURL: the address of a redirect is none.
        """
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            if not _is_raised_by_anyio(error):
                raise
            raise httpx.ConnectError("lost while it opened", request=request) from error


def _is_raised_by_anyio(error: AttributeError) -> bool:
    """Return whether the last frame of the error is in anyio, not in our code or httpx."""
    *_, (last, _) = walk_tb(error.__traceback__)
    return str(last.f_globals["__name__"]).startswith("anyio.")
