"""Malformed updates and HTTP requests for the bot: the same seed gives the same input.

Half begin as something that Telegram or the Mini App sends, then parts of it are replaced, removed
or repeated. The others are random from the start. Nothing here sends anything.
"""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote

from bot.chat.commands import COMMANDS
from bot.chat.routes import BUTTONS
from bot.transport.receiving.hook import SECRET_HEADER

VALUES: Final[Sequence[Any]] = (
    *(2**63, -(2**63), 2**63 - 1, 2**64, -1, 0, 1, True, False, None, 1.5, 1e308, 10**400, 2**60),
    *(253402300799, 2**32),
    *([], {}, [[]], [{}], {"id": []}, "", "x", "0", "²", "\0", "\u202e", "\ud800", "'; --", "<b>"),
    *("x" * 5000, "9" * 5000, "ț" * 300, "\n" * 50, [1] * 500, {"from": {}}),
)
"""Values that may replace any other."""
PIECES: Final = (
    *("H8", "8H", "CASA", "c(a)sa", "PAS", "->", "?", "(", "O16", "Ș", "3.05", "2025-02-30"),
    *("31.12.9999", "0.0", "Ana Pop", " - ", ";", "start 1.1", "\n", "\t", " ", "\0", "\u202e"),
    *("\ud800", "\u0301", "²", "١٢", "9" * 40, "x" * 300, "/", ":", "1e9", "=1+1", ",", '"', "[]"),
    *("{}", "null", "ﬀ", "İ", "ß", "%2F", "%00", "..", "@", "#", "😀", "+10", "-1", "24", "total"),
)
"""The parts of which typed texts, button data and paths are made."""
VERBS: Final = tuple(sorted(BUTTONS))
"""The first words of all buttons' data."""
COMMAND_NAMES: Final = tuple(name for command in COMMANDS for name in command.names)
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")
GAME_PATHS: Final = ("", "/preview", "/moves", "/conditions", "/conditions/1", "/notebook", "/x")
_UPDATES: Final = 0.6
"""The share of inputs that are updates."""
_SPOILS: Final = (0, 1, 1, 2, 4)
"""How many parts of an input are spoilt, each with the same chance."""
_TOO_DEEP: Final = 20_000
"""A nesting of lists that no reader of JSON takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """Accounts, games and secrets that the inputs name."""

    accounts: Sequence[int]
    games: Sequence[str]
    tokens: Sequence[str]
    """Tokens of the Mini App."""
    signed_data: Sequence[str]
    """Data that Telegram signed when a person opened the Mini App."""
    secret: str
    """The secret in Telegram's requests."""
    at: int
    """The present instant, in seconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One HTTP request to the bot."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


def hostile_input(seed: int, number: int, targets: Targets) -> Input:
    """Return the input of that number."""
    rng = Random(f"{seed}/{number}")
    if rng.random() < _UPDATES:
        return _webhook_request(rng, number, targets)
    return _page_request(rng, targets)


def _webhook_request(rng: Random, number: int, targets: Targets) -> Input:
    """Return an update as Telegram sends it by webhook; a few have a wrong secret."""
    update = _spoilt(rng, _update(rng, number, targets), rng.choice(_SPOILS))
    secret = targets.secret if rng.random() < 0.97 else _header_text(rng)
    headers = {SECRET_HEADER: secret, "Content-Type": "application/json"}
    return Input(method="POST", path="/telegram", headers=headers, body=_bytes(rng, update))


def _update(rng: Random, number: int, targets: Targets) -> dict[str, Any]:
    kinds = ("message", "message", "message", "edited_message", "callback_query")
    kind = rng.choice((*kinds, "my_chat_member", "inline_query", "poll"))
    return {"update_id": 1_000_000 + number, kind: _content(rng, kind, targets)}


def _content(rng: Random, kind: str, targets: Targets) -> dict[str, Any]:
    """Return the content of an update of that kind, as Telegram would send it."""
    account = rng.choice(targets.accounts)
    sender = {"id": account, "is_bot": False, "first_name": "Ana", "language_code": "ro"}
    private = {"id": account, "type": "private", "first_name": "Ana"}
    group = {"id": -rng.randint(1, 3), "type": rng.choice(("group", "supergroup")), "title": "G"}
    chat = private if rng.random() < 0.9 else group
    number = rng.randint(1, 10**6)
    message: dict[str, Any] = {
        "message_id": number,
        "date": targets.at,
        "chat": chat,
        "from": sender,
    }
    if kind == "callback_query":
        arguments = [_word(rng, targets) for _ in range(rng.randint(0, 4))]
        data = ":".join((rng.choice(VERBS), *arguments))
        message["text"] = "?"
        press = {"id": str(number), "from": sender, "chat_instance": "1"}
        return press | {"message": message, "data": data[:64]}  # Telegram's limit
    if kind == "inline_query":
        return {"id": str(number), "from": sender, "query": _typed(rng, targets), "offset": ""}
    if kind == "my_chat_member":
        member = {"status": rng.choice(("kicked", "left", "member", "x")), "user": sender}
        change = {"chat": chat, "from": sender, "date": targets.at, "until_date": 0}
        return change | {"old_chat_member": member, "new_chat_member": member}
    if kind == "edited_message":
        message["edit_date"] = targets.at
    text = {"text": _typed(rng, targets)}
    return message | rng.choice((text, text, text, text, _attached(rng)))


def _attached(rng: Random) -> dict[str, Any]:
    """Return a message's content instead of text, or the message it answers."""
    size = {"file_id": _text(rng), "file_unique_id": "u", "width": 9, "height": 9}
    document = {"file_id": _text(rng), "file_unique_id": "u", "file_name": _text(rng)}
    replied = {"message_id": rng.randint(1, 99), "date": 1, "chat": {"id": 1, "type": "private"}}
    return rng.choice(
        (
            {"photo": [size], "caption": _text(rng)},
            {"document": document | {"file_size": rng.choice((0, 10, 10**9))}},
            {"text": _text(rng), "reply_to_message": replied},
            {"text": _text(rng), "is_topic_message": True, "message_thread_id": rng.randint(-1, 9)},
            {"migrate_to_chat_id": rng.choice((-5, 2**63, "x"))},
            {"voice": size},
        )
    )


def _typed(rng: Random, targets: Targets) -> str:
    words = " ".join(_word(rng, targets) for _ in range(rng.randint(0, 5)))
    return f"/{rng.choice(COMMAND_NAMES)} {words}" if rng.random() < 0.6 else words


def _word(rng: Random, targets: Targets) -> str:
    real_words = (*targets.games, *map(str, targets.accounts))
    return rng.choice(real_words) if rng.random() < 0.3 else _text(rng)


def _text(rng: Random) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 4)))


def _page_request(rng: Random, targets: Targets) -> Input:
    """Return a request to the Mini App or the public site, with a token or signed data."""
    headers = {"Authorization": f"Bearer {rng.choice(targets.tokens)}"}
    if rng.random() < 0.15:
        headers = {"Authorization": _header_text(rng)}
    for name in ("If-None-Match", "If-Modified-Since", "Accept-Language", "Accept-Encoding"):
        if rng.random() < 0.1:
            headers[name] = _header_text(rng)
    method, path = _method_and_path(rng, targets)
    if path.startswith("/app/api/session"):
        headers["Authorization"] = f"tma {_signed_data(rng, targets)}".strip()  # as a client sends
    body = b""
    if method in {"POST", "PUT", "PATCH"} or rng.random() < 0.1:
        body = _bytes(rng, _spoilt(rng, _json_of_page(rng, targets), rng.choice(_SPOILS)))
    return Input(method=method, path=path, headers=headers, body=body)


def _signed_data(rng: Random, targets: Targets) -> str:
    """Return signed data as they are, cut off or changed, or any text."""
    signed = rng.choice(targets.signed_data)
    cut = rng.randrange(len(signed))
    changed = signed[:cut] + "9" + signed[cut:]
    return rng.choice((signed, signed[:cut], changed, _header_text(rng)))


def _method_and_path(rng: Random, targets: Targets) -> tuple[str, str]:
    """Return method and path: in two of three inputs of a game, else of anything."""
    game = quote(rng.choice((*targets.games, _text(rng))).encode("utf-8", "replace"), safe="")
    if rng.random() < 0.65:
        below = rng.choice(GAME_PATHS)
        methods = {"/preview": "POST", "/moves": "POST", "/conditions": "POST"}
        method = methods.get(below, rng.choice(("GET", "PUT", "DELETE")))
        return method, f"/app/api/games/{game}{below}"
    junk = quote(_text(rng).encode("utf-8", "replace"))
    paths = (
        *("/app/api/games", "/app/api/session", f"/app/api/session?game={game}", "/app/", "/app"),
        *(f"/app/static/{junk}/{junk}", f"/calendar/{junk}.ics", f"/m/{junk}.html", f"/{junk}"),
        *("/", "/en/", "/robots.txt", f"/c/{junk}/index.html", f"/app/api/{junk}"),
        *(f"/app/api/games/{game}/conditions/{'9' * rng.randint(1, 5000)}",),
    )
    path = rng.choice(paths)
    return rng.choice(("GET", "POST") if "session" in path else METHODS), path


def _json_of_page(rng: Random, targets: Targets) -> dict[str, Any]:
    """Return the JSON that the page might send with a move, a preview or a notebook."""
    key = f"{rng.getrandbits(32):08x}-0000-4000-8000-{rng.getrandbits(48):012x}"
    line = [_word(rng, targets) for _ in range(rng.randint(0, 13))]
    update: dict[str, Any] = rng.choice(
        (
            {"placement": _word(rng, targets), "after": line},
            {"placement": "H8 CASA", "version": rng.randint(-1, 9), "id": key},
            {"pass": True, "version": 1, "id": key},
            {"lines": [_word(rng, targets)], "id": key},
            {"lines": [line] * rng.randint(0, 300), "version": 1, "id": key},
            {"lines": [{"moves": line, "note": _text(rng), "name": _text(rng)}], "version": 1},
        )
    )
    return update


def _header_text(rng: Random) -> str:
    """Return a text in printable ASCII, because the client itself refuses others in a header."""
    return "".join(sign for sign in _text(rng) if " " <= sign <= "~").strip() or "x"


def _spoilt(rng: Random, value: Any, times: int) -> Any:
    """Return the value with so many of its parts replaced, removed or repeated."""
    value = deepcopy(value)
    for _ in range(times):
        places = list(_places(value))
        if not places:
            return rng.choice(VALUES)
        holder, key = rng.choice(places)
        chance = rng.random()
        if chance < 0.75:
            holder[key] = deepcopy(rng.choice(VALUES))
        elif chance < 0.9:
            del holder[key]
        else:
            holder[key] = [holder[key], holder[key]]
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place inside a JSON value, as its container and its key there."""
    keys: Sequence[Any] = ()
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = range(min(len(value), 20))  # a long list has many equal places
    own = [(value, key) for key in keys]
    return own + [part for key in keys for part in _places(value[key])]


def _bytes(rng: Random, value: Any) -> bytes:
    """Return the value as JSON, sometimes cut off, nested too deep, or no text at all."""
    chance = rng.random()
    if chance < 0.01:
        return b'{"update_id": 1, "x": ' + b"[" * _TOO_DEEP
    if chance < 0.015:
        return b"\xff\xfe" + rng.randbytes(50)
    text = json.dumps(value).encode()
    return text[: rng.randrange(len(text) + 1)] if chance < 0.03 else text
