"""The endpoints of the API: their routes, and how refusals and failures are answered."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import NamedTuple

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.texts.i18n import Catalogue
from bot.web.refusals import RefusedError, refusal_of_code, refusal_of_engine_error
from bot.web.responses import compress, json_response
from engine.errors import EngineError

log = get_logger()

Endpoint = Callable[[Request], Awaitable[Response]]


class EndpointRoute(NamedTuple):
    """An endpoint with its HTTP method and its path under `/app/api`."""

    method: str
    path: str
    endpoint: Endpoint


def answering(endpoint: Endpoint, words: Callable[[Request], Catalogue]) -> Endpoint:
    """Return the endpoint wrapped, so that every refusal and failure is answered as JSON.

    `words` returns the texts in the language of a request's author.
    """

    async def answer(request: Request) -> Response:
        """Answer the request; nothing is raised."""
        try:
            return compress(request, await endpoint(request))
        except RefusedError as error:
            refusal = error.refusal
        except EngineError as error:
            refusal = refusal_of_engine_error(error)
        except ClientDisconnect:  # the client has gone and reads no answer
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        except Exception as error:  # noqa: BLE001  (a client must not see a traceback)
            report(log, "the Mini App could not be answered", error, path=request.url.path)
            refusal = refusal_of_code(HTTPStatus.INTERNAL_SERVER_ERROR, "failed")
        return json_response(refusal.json(words(request)), refusal.status)

    return answer
