"""httpx's client, which reports each lost connection as an error of httpx."""

from typing import Any

import httpx


class HttpClient(httpx.AsyncClient):
    """A client whose callers need to expect no other errors than those of httpx.

    A connection that is lost while it opens has no socket on uvloop, and anyio, which httpx uses,
    does not expect that: it raises an `AttributeError`.
    """

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send the request, as httpx does.

        Raises:
            httpx.HTTPError: there is no answer, or the connection was lost.
        """
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            raise httpx.ConnectError("lost while it opened", request=request) from error
