"""Actions of a person on the page: each takes the person and the request, and returns JSON.

A refused action raises `SandboxError`, `ApiError` or `ValueError`; the page shows the reason.
"""

from collections.abc import Awaitable, Callable

from starlette.requests import Request

from sandbox import limits, view
from sandbox.chats import Message
from sandbox.errors import SandboxError
from sandbox.groups import SandboxGroup
from sandbox.json_text import read_json
from sandbox.people import SandboxUser

ANSWER_WITHIN = 20.0
"""Seconds the page waits for the bot to answer a button."""

Action = Callable[[SandboxUser, Request], Awaitable[object]]


async def posted(request: Request) -> dict[str, object]:
    """Return the request's JSON object; refuse other content types, which foreign pages can post.

    A body that is no JSON object counts as an empty one; the action then refuses what is missing.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return {}
    try:
        body = read_json(await request.body())
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _group(request: Request, body: dict[str, object]) -> SandboxGroup | None:
    """Return the group that the request names, or None for the person's own chat."""
    if not body.get("chat"):
        return None
    groups: list[SandboxGroup] = request.state.groups
    for group in groups:
        if group.id == int(str(body["chat"])):
            return group
    raise SandboxError("no such group")


def _message(user: SandboxUser, message_id: object, group: SandboxGroup | None = None) -> Message:
    """Return the message with that id in the group, or in the person's own chat."""
    message = (group or user).chat.find(int(str(message_id)))
    if message is None:
        raise SandboxError("the message is no longer there")
    return message


def _replied(
    user: SandboxUser, message_id: object, group: SandboxGroup | None = None
) -> Message | None:
    """Return the message that the request replies to, or None if it names none."""
    return _message(user, message_id, group) if message_id else None


async def _start(user: SandboxUser, request: Request) -> object:
    """Press Start, with the `payload` of a deep link."""
    body = await posted(request)
    return view.message(user.start(str(body.get("payload") or "")))


async def _follow(user: SandboxUser, request: Request) -> object:
    """Tap the link `url`, if it leads to a group with `chat` as that group."""
    body = await posted(request)
    group = _group(request, body)
    return view.message(user.follow(str(body.get("url")), group=group))


async def _send(user: SandboxUser, request: Request) -> object:
    """Write `text` to the bot or to the group `chat`, as an answer to the message `reply_to`."""
    body = await posted(request)
    group = _group(request, body)
    reply_to = _replied(user, body.get("reply_to"), group)
    topic = reply_to.thread if reply_to else None
    text = str(body.get("text", ""))
    return view.message(user.send(text, reply_to=reply_to, chat=group, topic=topic))


async def _edit(user: SandboxUser, request: Request) -> object:
    """Change the text of the person's own `message` to `text`."""
    body = await posted(request)
    message = _message(user, body.get("message"), _group(request, body))
    user.edit(message, str(body.get("text", "")))
    return {}


async def _press(user: SandboxUser, request: Request) -> object:
    """Press a button of `message` by `row` and `column`; return the answer if it comes in time."""
    body = await posted(request)
    message = _message(user, body.get("message"), _group(request, body))
    try:
        row = message.keyboard[int(str(body.get("row", 0)))]
        button = row[int(str(body.get("column", 0)))]
    except IndexError as error:
        raise SandboxError("the button is no longer there") from error
    press = user.press_button(message, button)
    try:
        await user.answered(press, seconds=ANSWER_WITHIN)
    except TimeoutError:
        return {"answered": False}
    return {"answered": True, "text": press.text, "alert": press.alert, "url": press.url}


async def _web_app(user: SandboxUser, request: Request) -> object:
    """Return the signed data for the Mini App that the person opens."""
    del request
    return {"init_data": user.signed()}


async def _photo(user: SandboxUser, request: Request) -> object:
    """Send the body as a picture, with the query's `caption` and `reply_to`."""
    content = await _content(request)
    reply_to = _replied(user, request.query_params.get("reply_to"))
    caption = request.query_params.get("caption", "")
    return view.message(user.send_photo(content, caption=caption, reply_to=reply_to))


async def _document(user: SandboxUser, request: Request) -> object:
    """Send the body as a file, with the query's `name`, `caption` and `reply_to`."""
    content = await _content(request)
    query = request.query_params
    reply_to = _replied(user, query.get("reply_to"))
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
    async for chunk in request.stream():
        content += chunk
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


ACTIONS: dict[str, Action] = {
    "start": _start,
    "follow": _follow,
    "send": _send,
    "edit": _edit,
    "press": _press,
    "web_app": _web_app,
    "photo": _photo,
    "document": _document,
    "block": _block,
    "unblock": _unblock,
}
"""Each action by the last part of its address."""
