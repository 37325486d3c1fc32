"""Parse requests of the page, and check every field, so that nothing else is ever stored.

Most functions return an act as it is stored (`stored_acts`), from the JSON that the page has sent.
On bad input, each of them raises a `RefusedError` with 400, without a detailed text, because only
our page sends to them.
"""

import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final
from uuid import UUID, uuid4

from starlette.requests import Request

from bot.web.refusals import Json, RefusedError, refusal_error
from bot.web.stored_acts import ActKind
from engine.games.notebook import MOST_PLIES
from engine.matches.friendly import THINKING_DAYS
from engine.typed import visible

LARGEST: Final = 1 << 16
"""The most bytes of one request."""
LONGEST_TEXT: Final = 200
"""The most characters of any text but a message."""
LONGEST_MESSAGE: Final = 4096
"""The most characters of a message to the opponent, as Telegram has it."""
MOST_AT_ONCE: Final = 10
"""The most conditional moves in one request, as in one message."""
DEEPEST: Final = 64
"""The deepest nesting of JSON in a notebook."""
TOO_LARGE: Final = 1 << 31
"""The first number that an integer column of PostgreSQL cannot store."""
_MOST_DIGITS: Final = 9
"""The most digits of a number, because Python refuses to parse very long ones."""


async def json_of(request: Request) -> Json:
    """Return the JSON object in the body of the request; an empty body is an empty object.

    Raises:
        RefusedError: 413, the body is too long; 400, it is no JSON object.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise refusal_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_long")
    if not body.strip():
        return {}
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        raise _bad_request() from None
    if not isinstance(sent, dict):
        raise _bad_request()
    return sent


def whole_number(text: str) -> int | None:
    """Return the whole number that a text in an address is, or None."""
    is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def text_of(sent: Json, name: str, longest: int = LONGEST_TEXT) -> str:
    """Return a required text without invisible characters.

    Raises:
        RefusedError: 400; it is missing, longer than `longest`, or cannot be stored.
    """
    text = sent.get(name)
    if not isinstance(text, str) or len(text) > longest or not _is_storable(text):
        raise _bad_request()
    return visible(text)


def number_of(sent: Json, name: str) -> int:
    """Return a required whole number from 0 to below `TOO_LARGE`.

    Raises:
        RefusedError: 400.
    """
    number = sent.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < TOO_LARGE:
        raise _bad_request()
    return number


def key_of(sent: Json, *, needed: bool) -> str:
    """Return the client's UUID in its usual form, or a new one if it is absent and not needed."""
    if "id" not in sent and not needed:
        return str(uuid4())
    try:
        return str(UUID(text_of(sent, "id")))
    except ValueError:
        raise _bad_request() from None


def move_of(sent: Json) -> Json:
    """Return a move: `placement`, or only `pass`; and the game's version."""
    is_pass = sent.get("pass", False)
    # Exactly one of the two must be sent.
    if not isinstance(is_pass, bool) or is_pass is ("placement" in sent):
        raise _bad_request()
    placement = "" if is_pass else text_of(sent, "placement")
    return {
        "act": ActKind.MOVE,
        "pass": is_pass,
        "placement": placement,
        "version": number_of(sent, "version"),
    }


def taken_back_of(sent: Json) -> Json:
    """Return the `token` of a sent move that is to be taken back."""
    return {"act": ActKind.TAKE_BACK, "token": text_of(sent, "token")}


def conditions_of(sent: Json) -> Json:
    """Return conditional moves: `lines`, or `text` with one per line, or the `moves` of a line."""
    if moves := line_of(sent, "moves"):
        return {"act": ActKind.LINE_AS_CONDITION, "moves": moves}
    lines = sent.get("lines")
    if lines is None and isinstance(sent.get("text"), str):
        lines = [line for line in sent["text"].splitlines() if line.strip()]
    if not isinstance(lines, list) or not 0 < len(lines) <= MOST_AT_ONCE:
        raise _bad_request()
    return {
        "act": ActKind.SET_CONDITIONS,
        "lines": [text_of({"line": line}, "line") for line in lines],
    }


def notebook_of(sent: Json) -> Json:
    """Return a notebook: `lines`, the game's version, and the `revision` that it replaces."""
    lines = sent.get("lines")
    if not isinstance(lines, list) or not _is_shallow(lines):
        raise _bad_request()
    written = json.dumps(lines, ensure_ascii=False)
    # JSON writes a NUL as an escape, so a notebook may not name the escape either.
    if not _is_storable(written) or "\\u0000" in written:
        raise _bad_request()
    revision = None if sent.get("revision") is None else number_of(sent, "revision")
    return {
        "act": ActKind.WRITE_NOTEBOOK,
        "lines": lines,
        "version": number_of(sent, "version"),
        "revision": revision,
    }


def written_of(sent: Json) -> Json:
    """Return a message to the opponent; the bot says how long it may be."""
    return {"act": ActKind.WRITE_LINE, "text": text_of(sent, "text", LONGEST_MESSAGE)}


def read_of(sent: Json) -> Json:
    """Return the number of the last message that was read."""
    return {"act": ActKind.READ_LINES, "number": number_of(sent, "number")}


def muted_of(sent: Json) -> Json:
    """Return whether the opponent is to be muted."""
    if not isinstance(muted := sent.get("muted"), bool):
        raise _bad_request()
    return {"act": ActKind.MUTE, "muted": muted}


def press_of(sent: Json) -> Json:
    """Return a button that an arbiter pressed, by its data."""
    return {"act": ActKind.PRESS, "button": text_of(sent, "button")}


def proposal_of(sent: Json) -> Json:
    """Return a ruling by its button, and its reason."""
    reason = text_of(sent, "reason", LONGEST_MESSAGE)
    return {"act": ActKind.PROPOSE, "button": text_of(sent, "button"), "reason": reason}


def decision_of(sent: Json) -> Json:
    """Return the token of the ruling to confirm."""
    return {"act": ActKind.DECIDE, "token": text_of(sent, "token")}


def request_of(sent: Json) -> Json:
    """Return the terms of a request for a friendly match, and whether it is made by a link."""
    chosen = {name: sent.get(name, False) for name in ("single", "rated", "by_link")}
    if not all(isinstance(each, bool) for each in chosen.values()):
        raise _bad_request()
    if (days := number_of(sent, "days")) not in THINKING_DAYS:
        raise _bad_request()
    words = text_of(sent, "words") if sent.get("words") else ""
    return {"act": ActKind.MAKE_REQUEST, "days": days, "words": words, **chosen}


def accepted_of(sent: Json) -> Json:
    """Return the request that the person accepts."""
    return {"act": ActKind.ACCEPT_REQUEST, "token": text_of(sent, "token")}


def withdrawn_of(sent: Json) -> Json:
    """Return the request that its author withdraws."""
    return {"act": ActKind.WITHDRAW_REQUEST, "token": text_of(sent, "token")}


def chat_of(sent: Json) -> Json:
    """Return a text or a press in the feed, and the message that it answers or is under."""
    if ("text" in sent) is ("button" in sent):  # exactly one of the two must be sent
        raise _bad_request()
    asked: Json = {"act": ActKind.CHAT}
    if "text" in sent:
        text = text_of(sent, "text", LONGEST_MESSAGE)
        if not sent["text"].strip():
            raise _bad_request()
        asked["text"] = text if text.strip() else sent["text"]  # the chat answers invisible ones
    else:
        asked["button"] = text_of(sent, "button")
    if sent.get("message") is not None:
        asked["message"] = number_of(sent, "message")
    return asked


def ended_device_of(sent: Json) -> Json:
    """Return the device to end."""
    return {"act": ActKind.END_DEVICE, "device": number_of(sent, "device")}


def rematch_of(sent: Json) -> Json:
    """Return the finished match whose player wants another one."""
    return {"act": ActKind.REMATCH, "match": text_of(sent, "match")}


def line_of(sent: Json, name: str) -> list[str] | None:
    """Return the moves of a line, or None if the field is absent."""
    if name not in sent:
        return None
    moves = sent[name]
    if not isinstance(moves, list) or len(moves) > MOST_PLIES:
        raise _bad_request()
    return [text_of({"move": move}, "move") for move in moves]


def _is_shallow(document: object) -> bool:
    """Return whether JSON is nested at most `DEEPEST` levels deep."""
    level = [document]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _members(outer)]
        if not level:
            return True
    return False


def _members(node: object) -> Iterable[object]:
    """Return the members of a JSON object or array; a text, number or null has none."""
    if isinstance(node, dict):
        return node.values()
    return node if isinstance(node, list) else ()


def _is_storable(text: str) -> bool:
    """Return whether a database can store the text: no NUL and no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _bad_request() -> RefusedError:
    return refusal_error(HTTPStatus.BAD_REQUEST, "bad_request")
