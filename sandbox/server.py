"""The HTTP side of the sandbox: Bot API calls, downloads, and the page.

    async with serve(sandbox, port=0) as base_url:
        bot = telegram.Bot(sandbox.token, base_url=f"{base_url}/bot",
                           base_file_url=f"{base_url}/file/bot")

The same app can be called without a socket through `httpx.ASGITransport(build_app(sandbox))`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import format_datetime
from inspect import isawaitable

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sandbox import faults, page
from sandbox.broken_responses import TRANSPORT, CutConnection, SilentResponse, unless_hung_up
from sandbox.call import NO_ANSWER, Call, CallRecord, Upload
from sandbox.errors import ApiError, bad_request, too_many_requests
from sandbox.json_text import read_json
from sandbox.methods import METHODS
from sandbox.sandbox import Sandbox
from sandbox.serving import serve_app


def build_app(sandbox: Sandbox) -> Starlette:
    """Return the ASGI app: Bot API, downloads, page and its data."""
    api = _BotApi(sandbox)
    return Starlette(
        routes=[
            Route("/bot{token}/{method}", api.call, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", api.download),
            *page.routes(sandbox),
        ]
    )


@asynccontextmanager
async def serve(sandbox: Sandbox, port: int = 0) -> AsyncIterator[str]:
    """Serve on the loopback address while the context lasts; yield `http://127.0.0.1:PORT`.

    Port 0 takes a free port. Raises `OSError` if the port is in use. All messages stay: serving
    again on the same port simulates the end of an outage.
    """
    async with serve_app(_with_transport(build_app(sandbox)), port) as base_url:
        sandbox.open()
        try:
            yield base_url
        finally:
            await sandbox.close()


def _with_transport(app: ASGIApp) -> ASGIApp:
    """Store the connection's transport where `CutConnection` finds it."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        scope[TRANSPORT] = getattr(getattr(send, "__self__", None), "transport", None)
        await app(scope, receive, send)

    return wrapped


class _BotApi:
    """Reads a request, applies faults, runs the call and formats the answer."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._world.webhook.answer = self._call_from_webhook

    async def call(self, request: Request) -> Response:
        """Answer a call of any method; a planned fault may take the place of the answer."""
        if request.path_params["token"] != self._world.token:
            return JSONResponse(ApiError(401, "Unauthorized").body(), 401)
        try:
            call = await _read_call(request)
        except ApiError as error:
            return JSONResponse(error.body(), error.code)
        except ClientDisconnect:  # the caller hung up before the call was complete
            return Response(status_code=400)
        fault = self._sandbox.faults.fire(call.method, call.chat_id())
        answer = self._carry_out(call) if fault is None else self._with_fault(call, fault)
        if call.method.lower() == "getupdates":
            # Only a poll waits, so only its caller may hang up meanwhile.
            return self._dated(await unless_hung_up(request, answer))
        return self._dated(await answer)

    def _dated(self, response: Response) -> Response:
        """Add the sandbox's date, because the bot compares its clock with Telegram's."""
        if isinstance(response, JSONResponse):  # the others have no answer of Telegram's
            response.headers["date"] = format_datetime(self._world.clock.now(), usegmt=True)
        return response

    async def download(self, request: Request) -> Response:
        """Answer with the bytes of a file, at the path that `getFile` has returned."""
        content = self._world.files.download(request.path_params["path"])
        if request.path_params["token"] != self._world.token or content is None:
            return JSONResponse(ApiError(404, "Not Found").body(), 404)
        fault = self._sandbox.faults.fire("download", None)
        if fault is None:
            return Response(content, media_type="application/octet-stream")
        if isinstance(fault.kind, faults.EndlessFile):
            return StreamingResponse(_endless(fault.kind))
        return await self._with_fault(Call("download"), fault)

    async def _with_fault(self, call: Call, fault: faults.PlannedFault) -> Response:
        """Answer a call with a planned fault; some faults carry it out nevertheless."""
        kind = fault.kind
        migrated: Response | None = None
        if isinstance(kind, faults.Migrate):
            self._migrate(call)
            migrated = await self._carry_out(call)
        elif faults.takes_effect(kind):
            await self._carry_out(call)
        if fault.then is not None:
            fault.then()
        return migrated or self._faulty_response(call, kind)

    def _faulty_response(self, call: Call, kind: faults.FaultKind) -> Response:
        """Return what the bot gets in place of the answer."""
        match kind:
            case faults.Flood(retry_after):
                return self._refuse(call, too_many_requests(retry_after))
            case faults.Refuse(code, description):
                return self._refuse(call, ApiError(code, description))
            case faults.BadGateway():
                self._record(call, 502)
                return Response(
                    "<html><h1>502 Bad Gateway</h1></html>", 502, media_type="text/html"
                )
            case faults.ServerError():
                return self._refuse(call, ApiError(500, "Internal Server Error"))
            case faults.TimeOut():
                broken: Response = SilentResponse(self._world.changes)
            case _:
                broken = CutConnection()
        if not faults.takes_effect(kind):
            self._record(call, NO_ANSWER)
        return broken

    def _migrate(self, call: Call) -> None:
        """Upgrade the plain group of the call, unless it has been upgraded."""
        chat = self._world.book.chats.get(call.chat_id() or 0)
        if chat is not None and chat.type == "group" and chat.upgraded_to is None:
            self._world.upgrade(chat)

    async def _carry_out(self, call: Call) -> Response:
        """Run the method of a call, record the call, and return its answer or its refusal."""
        try:
            method = METHODS.get(call.method.lower())
            if method is None:
                raise ApiError(404, "Not Found: method not found")  # noqa: TRY301
            call.check_size()
            result = method(self._world, call)
            if isawaitable(result):
                result = await result
        except ApiError as error:
            return self._refuse(call, error)
        self._record(call, 200)
        return JSONResponse({"ok": True, "result": result})

    def _refuse(self, call: Call, error: ApiError) -> Response:
        """Record a call that failed, and return the answer."""
        self._record(call, error.code, error.description)
        return JSONResponse(error.body(), error.code)

    def _record(self, call: Call, status: int, description: str = "") -> None:
        """Keep a finished call for `Sandbox.calls`."""
        self._world.calls.append(
            CallRecord(
                method=call.method,
                values=call.values,
                files=len(call.files),
                at=self._world.clock.now(),
                status=status,
                description=description,
            )
        )
        self._world.changed()

    async def _call_from_webhook(self, body: dict[str, object]) -> None:
        """Carry out the method call in the bot's answer to an update."""
        await self._carry_out(Call(str(body.pop("method")), body))


async def _endless(file: faults.EndlessFile) -> AsyncIterator[bytes]:
    """Yield zeros for ever, so that a download never ends."""
    while True:
        yield bytes(file.size)
        await asyncio.sleep(file.pause)


async def _read_call(request: Request) -> Call:
    """Return method and parameters from query, form, multipart or JSON."""
    method: str = request.path_params["method"]
    values: dict[str, object] = dict(request.query_params)
    files: dict[str, Upload] = {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        try:
            body = read_json(await request.body())
        except ValueError as error:
            raise bad_request("can't parse JSON object") from error
        if not isinstance(body, dict):
            raise bad_request("object expected as JSON")
        values |= body
    elif kind in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        async with request.form() as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = Upload(value.filename or name, await value.read())
                else:
                    values[name] = value
    return Call(method, values, files)
