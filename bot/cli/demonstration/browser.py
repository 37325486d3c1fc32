"""The demonstration's player in a browser: takes a seat by a link, types, presses, and reads."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import httpx

from bot.cli.demonstration.mini_app import API, PATIENCE
from bot.cli.demonstration.transcript import Shown
from bot.texts.pictures import NamedFile
from bot.web.people.feed import plain_of

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
"""What the browser calls itself."""


class BrowserError(Exception):
    """The page refused an expected request."""


@dataclass(slots=True)
class BrowserPlayer:
    """A browser of its own, with its cookie."""

    name: str
    page: httpx.AsyncClient
    """The connection to the page's server; it keeps the cookie."""
    token: str = ""
    """The token of the session; empty before the first, and once it has expired."""
    shown: dict[int, Shown] = field(default_factory=dict)
    """The messages of the page, by their numbers."""
    edited: list[Shown] = field(default_factory=list)
    """The messages that changed since the transcript was written last."""

    async def take(self, code: str) -> None:
        """Take the seat of an invitation, and sign in.

        Raises:
            BrowserError: the seat is not given.
        """
        nonce = secrets.token_urlsafe(32)
        await self.post("/seat/take", code=code, nonce=nonce, id=str(uuid4()))

    async def type(self, text: str) -> None:
        """Type a text to the bot."""
        await self.post("/chat", text=text, id=str(uuid4()))

    async def press(self, data_beginning: str) -> None:
        """Press the newest button whose data begins so.

        Raises:
            BrowserError: no message has such a button.
        """
        messages = await self._messages()
        for message in reversed(messages):
            keys = [key for row in message.get("buttons", ()) for key in row]
            for key in keys:
                if key.get("data", "").startswith(data_beginning):
                    await self.post(
                        "/chat", button=key["data"], message=message["id"], id=str(uuid4())
                    )
                    return
        raise BrowserError(f"no button {data_beginning} under {messages[-3:]}")

    async def read(self) -> None:
        """Read the page as it now is, with the pictures of new messages."""
        if not self.page.cookies:
            return
        for message in await self._messages():
            known = self.shown.get(message["id"])
            if known is None:
                self.shown[message["id"]] = await self._shown_message(message)
            elif not message["own"] and known.text != plain_of(message["html"]):
                known.text = plain_of(message["html"])
                self.edited.append(known)

    async def _shown_message(self, message: dict[str, Any]) -> Shown:
        """Return a message of the page as the transcript shows it, with its file."""
        at, order = datetime.fromisoformat(message["at"]), len(self.shown)
        if message["own"]:
            return Shown(at, order, message["text"], from_bot=False)
        file = None
        if message["file"] is not None:
            sent = await self._answer("GET", f"/feed/{message['file']}/file")
            file = NamedFile(sent.headers["x-file-name"], sent.content)
        return Shown(
            at,
            order,
            plain_of(message["html"]),
            from_bot=True,
            labels=tuple(key["label"] for row in message["buttons"] for key in row),
            pictures=tuple(
                [
                    (await self._answer("GET", f"/feed/{picture}")).content
                    for picture in message["pictures"]
                ]
            ),
            file=file,
        )

    async def _messages(self) -> list[dict[str, Any]]:
        """Return the messages of the page, as `bot.web.people.feed` writes them."""
        messages: list[dict[str, Any]] = (await self.get("/feed"))["messages"]
        return messages

    async def get(self, path: str) -> dict[str, Any]:
        """Return the answer to a question."""
        body: dict[str, Any] = (await self._answer("GET", path)).json()
        return body

    async def post(self, path: str, **sent: object) -> dict[str, Any]:
        """Send a request, and return its answer."""
        body: dict[str, Any] = (await self._answer("POST", path, sent)).json()
        return body

    async def _answer(self, method: str, path: str, sent: object = None) -> httpx.Response:
        """Send a request; after the twelve hours of a session sign in by the cookie, and repeat."""
        answer = await self._send(method, path, sent)
        if answer.status_code == HTTPStatus.UNAUTHORIZED and self.page.cookies:
            self.token = ""
            self.token = (await self._send("POST", "/session?game=", {})).json()["token"]
            answer = await self._send(method, path, sent)
        if answer.status_code != HTTPStatus.OK:
            raise BrowserError(f"{path}: {answer.status_code} {answer.text}")
        return answer

    async def _send(self, method: str, path: str, sent: object) -> httpx.Response:
        """Send a request, and return its answer whatever its status."""
        signed = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return await self.page.request(method, f"{API}{path}", json=sent, headers=signed)


@asynccontextmanager
async def browser_player(name: str, public_url: str) -> AsyncIterator[BrowserPlayer]:
    """Give a browser that has not opened the page."""
    headers = {"Origin": public_url, "Accept-Language": "ro", "User-Agent": AGENT}
    async with httpx.AsyncClient(base_url=public_url, headers=headers, timeout=PATIENCE) as page:
        yield BrowserPlayer(name, page)
