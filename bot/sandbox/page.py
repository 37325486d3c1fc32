"""The page's routes: its files, what it reads (state, events, pictures) and what it does.

GET  /sandbox/                             the page
GET  /sandbox/clock                        {"now", "unix", "shift", "ticking"}
POST /sandbox/clock                        {"seconds": N} | {"to": ISO} | {"reset": true}
GET  /sandbox/api/state?since=N            everything; messages only as changed after N
GET  /sandbox/api/events                   server-sent: the version, after each change
GET  /sandbox/api/files/ID                 a photo or document
POST /sandbox/api/users                    {"name", "language_code"}
POST /sandbox/api/users/ID/ACTION          see `_ACTIONS`; files as the plain body
POST /sandbox/api/groups                   {"title", "forum"}: a group of everybody there is
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from bot.sandbox import limits, view
from bot.sandbox.chats import Message
from bot.sandbox.errors import ApiError, SandboxError
from bot.sandbox.groups import SandboxGroup
from bot.sandbox.people import SandboxUser
from bot.sandbox.sandbox import Sandbox

WEB = Path(__file__).parent / "web"
ANSWER_WITHIN = 20.0
"""Seconds the page waits for the bot to answer a button."""

Action = Callable[[SandboxUser, Request], Awaitable[object]]


def routes(sandbox: Sandbox) -> list[BaseRoute]:
    """Return the routes of the page."""
    page = _Page(sandbox)
    return [
        Route("/", page.home),
        Route("/sandbox/clock", page.clock, methods=["GET", "POST"]),
        Route("/sandbox/api/state", page.state),
        Route("/sandbox/api/events", page.events),
        Route("/sandbox/api/files/{id}", page.file),
        Route("/sandbox/api/users", page.add_user, methods=["POST"]),
        Route("/sandbox/api/users/{user:int}/{action}", page.act, methods=["POST"]),
        Route("/sandbox/api/groups", page.add_group, methods=["POST"]),
        Mount("/sandbox", StaticFiles(directory=WEB, html=True)),
    ]


def _refusal(error: Exception, status: int = 409) -> Response:
    return JSONResponse({"error": str(error)}, status)


class _Page:
    """The handlers; each returns JSON, a refusal as `{"error": …}`."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def home(self, request: Request) -> Response:
        del request
        return RedirectResponse("/sandbox/")

    async def state(self, request: Request) -> Response:
        since = int(request.query_params.get("since") or 0)
        return JSONResponse(view.state(self._sandbox, since))

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
        if request.method == "POST":
            try:
                await self._set_clock(await _json(request))
            except (ValueError, TypeError, OverflowError) as error:
                return _refusal(error, 400)
        return JSONResponse(view.clock(self._sandbox))

    async def _set_clock(self, wanted: dict[str, object]) -> None:
        clock = self._sandbox.clock
        if wanted.get("reset"):
            await clock.reset()
        elif "to" in wanted:
            to = datetime.fromisoformat(str(wanted["to"]))
            if to.tzinfo is None:
                raise ValueError("an instant with a time zone is needed")
            await clock.travel_to(to)
        else:
            await clock.travel(timedelta(seconds=float(str(wanted.get("seconds", 0)))))

    async def file(self, request: Request) -> Response:
        file_id = request.path_params["id"]
        file = self._sandbox.world.files.find(file_id)
        if file is None:
            return _refusal(SandboxError("no such file"), 404)
        # Shown as a picture only if it is one: anything else may not run in the page.
        shown = "inline" if file.is_photo else "attachment"
        return Response(
            file.small if file_id != file.id else file.content,
            media_type=file.mime_type if file.is_photo else "application/octet-stream",
            headers={
                "content-disposition": f"{shown}; filename*=UTF-8''{quote(file.name)}",
                "x-content-type-options": "nosniff",
                "cache-control": "private, max-age=86400",
            },
        )

    async def add_user(self, request: Request) -> Response:
        wanted = await _json(request)
        name = _name(wanted.get("name"))
        if name is None:
            return _refusal(_BAD_NAME, 400)
        user = self._sandbox.add_user(name, str(wanted.get("language_code") or "") or None)
        return JSONResponse(view.person(self._sandbox, user))

    async def add_group(self, request: Request) -> Response:
        wanted = await _json(request)
        title = _name(wanted.get("title"))
        if title is None:
            return _refusal(_BAD_NAME, 400)
        people = list(self._sandbox.users.values())
        group = self._sandbox.add_group(title, people, forum=bool(wanted.get("forum")))
        group.make_bot_admin()
        return JSONResponse(view.group(self._sandbox, group))

    async def act(self, request: Request) -> Response:
        user = self._sandbox.users.get(request.path_params["user"])
        action = _ACTIONS.get(request.path_params["action"])
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


async def _json(request: Request) -> dict[str, object]:
    """Return the body's JSON object; only JSON, so that no foreign page can post here."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return {}
    body = await request.json()
    return body if isinstance(body, dict) else {}


_BAD_NAME = SandboxError("a name has 1 to 64 characters")


def _name(value: object) -> str | None:
    """Return the name without spaces around it, or None if it is none."""
    name = str(value or "").strip()
    return name if 1 <= len(name) <= 64 else None


def _group(request: Request, wanted: dict[str, object]) -> SandboxGroup | None:
    """Return the group that is meant; None: the person's own chat."""
    if not wanted.get("chat"):
        return None
    groups: list[SandboxGroup] = request.state.groups
    found = [group for group in groups if group.id == int(str(wanted["chat"]))]
    if not found:
        raise SandboxError("no such group")
    return found[0]


def _find(user: SandboxUser, message_id: object, group: SandboxGroup | None = None) -> Message:
    message = (group or user).chat.find(int(str(message_id)))
    if message is None:
        raise SandboxError("the message is no longer there")
    return message


def _found(
    user: SandboxUser, message_id: object, group: SandboxGroup | None = None
) -> Message | None:
    return _find(user, message_id, group) if message_id else None


async def _start(user: SandboxUser, request: Request) -> object:
    wanted = await _json(request)
    return view.message(user.start(str(wanted.get("payload") or "")))


async def _follow(user: SandboxUser, request: Request) -> object:
    return view.message(user.follow(str((await _json(request)).get("url"))))


async def _send(user: SandboxUser, request: Request) -> object:
    wanted = await _json(request)
    group = _group(request, wanted)
    reply_to = _found(user, wanted.get("reply_to"), group)
    topic = reply_to.thread if reply_to else None
    text = str(wanted.get("text", ""))
    return view.message(user.send(text, reply_to=reply_to, chat=group, topic=topic))


async def _edit(user: SandboxUser, request: Request) -> object:
    wanted = await _json(request)
    user.edit(_find(user, wanted.get("message")), str(wanted.get("text", "")))
    return {}


async def _press(user: SandboxUser, request: Request) -> object:
    wanted = await _json(request)
    message = _find(user, wanted.get("message"), _group(request, wanted))
    try:
        row = message.keyboard[int(str(wanted.get("row", 0)))]
        button = row[int(str(wanted.get("column", 0)))]
    except IndexError as error:
        raise SandboxError("the button is no longer there") from error
    press = user.press_button(message, button)
    try:
        await user.answered(press, seconds=ANSWER_WITHIN)
    except TimeoutError:
        return {"answered": False}
    return {"answered": True, "text": press.text, "alert": press.alert, "url": press.url}


async def _photo(user: SandboxUser, request: Request) -> object:
    content = await _content(request)
    reply_to = _found(user, request.query_params.get("reply_to"))
    caption = request.query_params.get("caption", "")
    return view.message(user.send_photo(content, caption=caption, reply_to=reply_to))


async def _document(user: SandboxUser, request: Request) -> object:
    content = await _content(request)
    query = request.query_params
    reply_to = _found(user, query.get("reply_to"))
    return view.message(
        user.send_document(
            query.get("name", "file"), content, caption=query.get("caption", ""), reply_to=reply_to
        )
    )


async def _content(request: Request) -> bytes:
    """Return a file sent as the plain body; forms of foreign pages cannot send this type."""
    if request.headers.get("content-type") != "application/octet-stream":
        raise SandboxError("files are posted as application/octet-stream")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > limits.UPLOAD_BYTES:
            raise SandboxError("the file is over 50 MB")
    return bytes(content)


async def _block(user: SandboxUser, request: Request) -> object:
    del request
    user.block()
    return {}


async def _unblock(user: SandboxUser, request: Request) -> object:
    del request
    user.unblock()
    return {}


_ACTIONS: dict[str, Action] = {
    "start": _start,
    "follow": _follow,
    "send": _send,
    "edit": _edit,
    "press": _press,
    "photo": _photo,
    "document": _document,
    "block": _block,
    "unblock": _unblock,
}
