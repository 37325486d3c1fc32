"""The demonstration's player in a browser: takes a seat by a link, types, presses, and reads."""

import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import httpx

PATIENCE = 60.0
"""Seconds that an answer may take on a busy machine."""


class BrowserError(Exception):
    """The page refused an expected request."""


@dataclass(slots=True)
class BrowserPlayer:
    """A browser of its own, with its cookie."""

    public_url: str
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)
    token: str = ""

    async def take(self, code: str) -> None:
        """Take the seat of an invitation, and sign in.

        Raises:
            BrowserError: the seat is not given.
        """
        nonce = secrets.token_urlsafe(32)
        await self._ask("POST", "/seat/take", {"code": code, "nonce": nonce, "id": str(uuid4())})
        self.token = (await self._ask("POST", "/session?game=", {}))["token"]

    async def type(self, text: str) -> None:
        """Type a text to the bot."""
        await self._ask("POST", "/chat", {"text": text, "id": str(uuid4())})

    async def press(self, begins: str) -> None:
        """Press the newest button whose data begins so.

        Raises:
            BrowserError: no message has such a button.
        """
        for message in reversed(await self.messages()):
            for key in (key for row in message.get("buttons", ()) for key in row):
                if key.get("data", "").startswith(begins):
                    pressed = {"button": key["data"], "message": message["id"]}
                    await self._ask("POST", "/chat", {**pressed, "id": str(uuid4())})
                    return
        raise BrowserError(f"no button {begins} under {(await self.messages())[-3:]}")

    async def messages(self) -> list[dict[str, Any]]:
        """Return the last messages of the page, the oldest first."""
        found: list[dict[str, Any]] = (await self._ask("GET", "/feed"))["messages"]
        return found

    async def _ask(self, method: str, path: str, sent: object = None) -> dict[str, Any]:
        headers = {"Origin": self.public_url, "Accept-Language": "ro"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        async with httpx.AsyncClient(
            base_url=self.public_url, headers=headers, cookies=self.cookies, timeout=PATIENCE
        ) as page:
            answer = await page.request(method, f"/app/api{path}", json=sent)
            self.cookies.update(page.cookies)
        if answer.status_code != HTTPStatus.OK:
            raise BrowserError(f"{path}: {answer.status_code} {answer.text}")
        body: dict[str, Any] = answer.json()
        return body
