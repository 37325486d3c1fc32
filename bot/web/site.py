"""The routes of the Mini App: the page, its files, and the API under `/app/api`."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.page_links import PATH
from bot.web.api import Api
from bot.web.asking import Asking, is_no_move
from bot.web.assets import asset_response
from bot.web.callers import Callers
from bot.web.endpoints import EndpointRoute, answering
from bot.web.entity_tags import has_tag
from bot.web.headers import FOREVER, PAGE_LIMITS, VARIES
from bot.web.page import WORKER, WORKER_POLICY, page, policy
from bot.web.people.browser_api import BrowserApi, Browsers
from bot.web.play.events import Events

_GAME: Final = "/games/{game:path}"


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of the Mini App that are served."""

    routes: list[Route]
    events: Events


def site_of(
    runtime: Runtime,
    shared: BotSettings,
    bot_token: str,
    *,
    public_url: str,
    browsers: Browsers | None = None,
) -> Site:
    """Return the Mini App of the bot with that token.

    `browsers`: what it needs outside Telegram; None if it is served in Telegram alone.
    """
    is_move = is_no_move if browsers is None else browsers.is_move
    callers = Callers(runtime, shared.gate, bot_token, formal=shared.is_formal)
    api = Api(runtime, shared, callers, Asking(runtime, shared.gate, is_move))
    of_browsers: list[EndpointRoute] = []
    if browsers is not None:
        of_browsers = BrowserApi(api, bot_token, public_url=public_url, browsers=browsers).routes()
    routes = [
        *_page_routes(policy(public_url)),
        # The first route that matches answers, so browsers replace `POST /session`.
        *(
            Route(
                f"{PATH}/api{route.path}",
                answering(route.endpoint, callers.words),
                methods=[route.method],
            )
            for route in (*of_browsers, *_endpoints(api))
        ),
        Route(f"{PATH}/api/{{rest:path}}", answering(api.unknown, callers.words)),
    ]
    return Site(routes, api.events)


def _endpoints(api: Api) -> Sequence[EndpointRoute]:
    """Return the routes in the order of matching: a game's own path comes after those below it."""
    return (
        EndpointRoute("POST", "/session", api.session),
        EndpointRoute("GET", "/events", api.stream),
        EndpointRoute("GET", "/games", api.games),
        EndpointRoute("GET", "/archive", api.archive),
        EndpointRoute("GET", f"{_GAME}/replay", api.replay),
        EndpointRoute("GET", f"{_GAME}/lines", api.lines),
        EndpointRoute("POST", f"{_GAME}/lines", api.write_line),
        EndpointRoute("POST", f"{_GAME}/lines/read", api.read_lines),
        EndpointRoute("POST", f"{_GAME}/mute", api.mute),
        EndpointRoute("POST", f"{_GAME}/report", api.report),
        EndpointRoute("GET", f"{_GAME}/analysis", api.analysis),
        EndpointRoute("POST", f"{_GAME}/analysis", api.analyse),
        EndpointRoute("POST", f"{_GAME}/preview", api.preview),
        EndpointRoute("POST", f"{_GAME}/moves", api.move),
        EndpointRoute("POST", f"{_GAME}/take-back", api.take_back),
        EndpointRoute("POST", f"{_GAME}/conditions", api.set_conditions),
        EndpointRoute("DELETE", f"{_GAME}/conditions/{{number}}", api.drop_condition),
        EndpointRoute("GET", f"{_GAME}/notebook", api.notebook),
        EndpointRoute("PUT", f"{_GAME}/notebook", api.write_notebook),
        EndpointRoute("DELETE", f"{_GAME}/notebook", api.clear_notebook),
        EndpointRoute("GET", _GAME, api.game),
        EndpointRoute("GET", "/requests", api.requests),
        EndpointRoute("POST", "/requests", api.make_request),
        EndpointRoute("POST", "/requests/accept", api.accept_request),
        EndpointRoute("POST", "/requests/withdraw", api.withdraw_request),
        EndpointRoute("POST", "/requests/rematch", api.rematch),
        EndpointRoute("GET", "/tasks", api.tasks),
        EndpointRoute("GET", "/tasks/view", api.task),
        EndpointRoute("POST", "/tasks/press", api.press),
        EndpointRoute("POST", "/tasks/proposals", api.propose),
        EndpointRoute("POST", "/tasks/decisions", api.decide),
    )


def _page_routes(content_policy: str) -> list[Route]:
    """Return the routes of the page, of its worker, and of its other files."""
    app_page = page()
    guards = {"Content-Security-Policy": content_policy, **PAGE_LIMITS}

    async def index(request: Request) -> Response:
        tag = f'"{app_page.stamp}"'
        headers = {**guards, **VARIES, "Cache-Control": "no-cache", "ETag": tag}
        if has_tag(request, tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return asset_response(request, app_page.index, headers)

    async def asset(request: Request) -> Response:
        content = app_page.assets.get(request.path_params["name"])
        if content is None or request.path_params["stamp"] != app_page.stamp:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return asset_response(request, content, {"Cache-Control": FOREVER})

    async def worker(request: Request) -> Response:
        # Browsers ask again for a worker; here, beside the page, its scope is the page.
        headers = {"Content-Security-Policy": WORKER_POLICY, "Cache-Control": "no-cache"}
        return asset_response(
            request, app_page.worker, {**headers, "Referrer-Policy": "no-referrer"}
        )

    async def without_slash(request: Request) -> Response:
        return RedirectResponse("app/" + (f"?{request.url.query}" if request.url.query else ""))

    return [
        Route(PATH, without_slash),
        Route(f"{PATH}/", index),
        Route(f"{PATH}/{WORKER}", worker),
        Route(f"{PATH}/static/{{stamp}}/{{name}}", asset),
    ]
