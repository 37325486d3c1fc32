"""The page's routes: its files, its data (state, events, pictures) and its actions.

GET  /NAME                                 another web address of the bot
GET  /sandbox/                             the page
GET  /sandbox/clock                        {"now", "unix", "shift", "ticking"}
POST /sandbox/clock                        {"seconds": N} | {"to": ISO} | {"reset": true}
GET  /sandbox/api/state?since=N            everything; messages only as changed after N
GET  /sandbox/api/events                   server-sent: the version, after each change
GET  /sandbox/api/files/ID                 a photo or document
POST /sandbox/api/users                    {"name", "language_code"}
POST /sandbox/api/users/ID/ACTION          see `acts.ACTIONS`; files as the plain body
POST /sandbox/api/groups                   {"title", "forum"}: a group of all people
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from sandbox import view
from sandbox.acts import ACTIONS, posted
from sandbox.errors import ApiError, SandboxError
from sandbox.sandbox import Sandbox

WEB = Path(__file__).parent / "web"
"""The folder with the page's own files."""
LONGEST_NAME = 64
"""The most characters of a person's name or a group's title."""


def routes(sandbox: Sandbox) -> list[BaseRoute]:
    """Return the routes of the page."""
    page = _Page(sandbox)
    return [
        Route("/", page.home),
        Route("/sandbox", page.home),  # before `/{name}`, which would take it for another address
        Route("/sandbox/clock", page.clock, methods=["GET", "POST"]),
        Route("/sandbox/api/state", page.state),
        Route("/sandbox/api/events", page.events),
        Route("/sandbox/api/files/{id}", page.file),
        Route("/sandbox/api/users", page.add_user, methods=["POST"]),
        Route("/sandbox/api/users/{user:int}/{action}", page.act, methods=["POST"]),
        Route("/sandbox/api/groups", page.add_group, methods=["POST"]),
        Route("/{name}", page.web_address),
        Mount("/sandbox", StaticFiles(directory=WEB, html=True)),
    ]


def _refusal(error: Exception, status: int = 409) -> Response:
    return JSONResponse({"error": str(error)}, status)


class _Page:
    """The handlers of the routes above; each returns JSON, a refusal as `{"error": …}`."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def home(self, request: Request) -> Response:
        del request
        return RedirectResponse("/sandbox/")

    async def web_address(self, request: Request) -> Response:
        address = self._sandbox.web_addresses.get(request.path_params["name"])
        if address is None:
            return Response("404\n", 404, media_type="text/plain")
        return RedirectResponse(address)

    async def state(self, request: Request) -> Response:
        since = request.query_params.get("since", "")
        return JSONResponse(view.state(self._sandbox, int(since) if since.isdecimal() else 0))

    async def events(self, request: Request) -> Response:
        del request
        return StreamingResponse(
            self._versions(),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )

    async def _versions(self) -> AsyncIterator[str]:
        changes, version = self._sandbox.world.changes, -1
        while not changes.closed:
            version = await changes.after(version)
            yield f"data: {version}\n\n"

    async def clock(self, request: Request) -> Response:
        """Return the clock, after setting it if the request is a POST."""
        if request.method == "POST":
            try:
                await self._set_clock(await posted(request))
            except (ValueError, TypeError, OverflowError) as error:
                return _refusal(error, 400)
            except (TimeoutError, ConnectionError) as error:  # the bot does not answer
                return _refusal(error, 503)
        return JSONResponse(view.clock(self._sandbox))

    async def _set_clock(self, body: dict[str, object]) -> None:
        """Move the clock by `seconds`, set it `to` an instant, or `reset` it.

        Raises `ValueError`, `TypeError` or `OverflowError` for an instant or a number of seconds
        that is none, and the errors of the clock's listeners.
        """
        clock = self._sandbox.clock
        if body.get("reset"):
            await clock.reset()
        elif "to" in body:
            to = datetime.fromisoformat(str(body["to"]))
            if to.tzinfo is None:
                raise ValueError("an instant with a time zone is needed")
            await clock.travel_to(to)
        else:
            await clock.travel(timedelta(seconds=float(str(body.get("seconds", 0)))))

    async def file(self, request: Request) -> Response:
        """Return a file; the id of a photo's thumbnail gives the thumbnail."""
        file_id = request.path_params["id"]
        file = self._sandbox.world.files.find(file_id)
        if file is None:
            return _refusal(SandboxError("no such file"), 404)
        # Only a picture is shown in the page: no other file may run there.
        disposition = "inline" if file.is_photo else "attachment"
        return Response(
            file.thumbnail if file_id == file.thumbnail_id else file.content,
            media_type=file.mime_type if file.is_photo else "application/octet-stream",
            headers={
                "content-disposition": f"{disposition}; filename*=UTF-8''{quote(file.name)}",
                "x-content-type-options": "nosniff",
                "cache-control": "private, max-age=86400",
            },
        )

    async def add_user(self, request: Request) -> Response:
        """Add a person with the posted name and language."""
        body = await posted(request)
        name = _name(body.get("name"))
        if name is None:
            return _refusal(_BAD_NAME, 400)
        user = self._sandbox.add_user(name, str(body.get("language_code") or "") or None)
        return JSONResponse(view.person(self._sandbox, user))

    async def add_group(self, request: Request) -> Response:
        """Add a group of all people in which the bot has its rights."""
        body = await posted(request)
        title = _name(body.get("title"))
        if title is None:
            return _refusal(_BAD_NAME, 400)
        people = list(self._sandbox.users.values())
        group = self._sandbox.add_group(title, people, forum=bool(body.get("forum")))
        group.make_bot_admin()
        return JSONResponse(view.group(self._sandbox, group))

    async def act(self, request: Request) -> Response:
        """Let a person act; a refused action is 409, a bot that does not answer 503."""
        user = self._sandbox.users.get(request.path_params["user"])
        action = ACTIONS.get(request.path_params["action"])
        if user is None or action is None:
            return _refusal(SandboxError("no such person or action"), 404)
        request.state.groups = self._sandbox.groups
        try:
            result = await action(user, request)
        except (SandboxError, ApiError, ValueError) as error:
            return _refusal(error)
        except ConnectionError as error:
            return _refusal(error, 503)
        return JSONResponse(result)


_BAD_NAME = SandboxError(f"a name has 1 to {LONGEST_NAME} characters")


def _name(value: object) -> str | None:
    """Return the name without surrounding spaces; None if it is no text, empty or too long."""
    name = value.strip() if isinstance(value, str) else ""
    return name if 1 <= len(name) <= LONGEST_NAME else None
