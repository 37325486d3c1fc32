"""A person who plays in a browser: the twin of `sandbox.SandboxUser`, over the page's API."""

import secrets
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar
from typing import Any, Protocol
from uuid import uuid4

import httpx

from bot.runtime.http_client import HttpClient
from bot.web.people.feed import plain_of
from sandbox.waiting import PATIENCE

API = "/app/api"
NO_TLS = httpx.create_ssl_context(verify=False)
"""For servers of our own: to read the certificates of the world takes longer than to ask them."""


class Page(Protocol):
    """The page of a bot."""

    @property
    def base_url(self) -> str:
        """Its address."""


class Settling(Protocol):
    """A table with a running bot."""

    async def settle(self) -> None:
        """Wait until the bot has answered everything."""


@dataclass(frozen=True, slots=True)
class FeedButton:
    """A button under a message of the feed."""

    label: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class FeedMessage:
    """A message of the feed, as it stood when it was read."""

    id: int
    text: str
    from_bot: bool
    buttons: tuple[FeedButton, ...]
    pictures: tuple[str, ...]
    file: int | None
    silent: bool


def connections() -> httpx.AsyncClient:
    """Return connections without cookies of their own; the caller closes them."""
    return HttpClient(timeout=PATIENCE, verify=NO_TLS, cookies=NoCookies())


class NoCookies(CookieJar):
    """Keeps nothing: each browser has its own cookies."""

    def set_cookie(self, cookie: Cookie) -> None:
        """Keep nothing."""


@dataclass(slots=True)
class BrowserUser:
    """A browser of its own, with its cookie; it sends, presses and reads like a chat."""

    web: Page
    agent: str = (
        "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
    )
    origin: str = ""
    client: str = ""
    """The address that a proxy would name."""
    language: str = "ro"
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    toast: str = ""
    """The answer to the last press."""
    connections: httpx.AsyncClient | None = None
    """Open connections, which several browsers may share; without any, each request opens one."""

    async def _request(self, method: str, path: str, **sent: Any) -> httpx.Response:
        headers = {
            "Origin": self.origin or self.web.base_url,
            "User-Agent": self.agent,
            "Accept-Language": self.language,
            **sent.pop("headers"),
        }
        if self.client:
            headers["X-Forwarded-For"] = self.client
        address = self.web.base_url.rstrip("/") + API + path
        if self.connections is not None:
            return await self.connections.request(method, address, headers=headers, **sent)
        async with connections() as client:
            return await client.request(method, address, headers=headers, **sent)

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Send a request with the token; anonymous ones keep the cookie that comes back."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        kept = {"json": sent} if method == "POST" else {"params": sent}
        answer = await self._request(method, path, headers=headers, **kept)
        self._keep_cookie(answer)
        return answer

    def _keep_cookie(self, answer: httpx.Response) -> None:
        for line in answer.headers.get_list("set-cookie"):
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]

    async def session(self, query: str = "?game=") -> httpx.Response:
        """Ask for a token with the cookie alone."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = await self._request("POST", f"/session{query}", headers={"Cookie": cookie})
        self._keep_cookie(answer)
        if answer.status_code == 200:
            self.token = answer.json()["token"]
        return answer

    async def look_at(self, code: str) -> httpx.Response:
        """Open an invitation; nothing happens yet."""
        return await self.ask("POST", "/seat", code=code)

    async def take(self, code: str) -> httpx.Response:
        """Press „Da” under an invitation, and sign in."""
        path, key = "/seat/take", str(uuid4())
        answer = await self.ask("POST", path, code=code, nonce=self.nonce, id=key)
        if answer.status_code == 200:
            await self.session()
        return answer

    async def post(self, path: str, **sent: Any) -> httpx.Response:
        """Send a request with a fresh key."""
        return await self.ask("POST", path, id=str(uuid4()), **sent)

    async def send(self, text: str, *, reply_to: FeedMessage | None = None) -> None:
        """Type a text."""
        more = {} if reply_to is None else {"message": reply_to.id}
        answer = await self.post("/chat", text=text, **more)
        assert answer.status_code == 200, answer.text

    async def press(self, message: FeedMessage, data: str) -> str:
        """Press a button; return the toast."""
        answer = await self.post("/chat", button=data, message=message.id)
        assert answer.status_code == 200, answer.text
        self.toast = answer.json()["toast"]
        return self.toast

    async def messages(self) -> list[FeedMessage]:
        """Return the whole feed, the oldest first."""
        return [_message(each) for each in await self.feed()]

    async def feed(self) -> list[dict[str, Any]]:
        """Return the whole feed as the server sends it, the oldest first."""
        found: list[dict[str, Any]] = []
        before: int | None = None
        while True:
            more: dict[str, Any] = {"before": before} if before else {}
            answer = await self.ask("GET", "/feed", **more)
            assert answer.status_code == 200, answer.text
            page = answer.json()
            found = [*page["messages"], *found]
            before = page["before"]
            if before is None:
                return found

    async def say(self, table: Settling, text: str) -> list[FeedMessage]:
        """Type a text; return the bot's answers."""
        seen = {each.id for each in await self.messages()}
        await self.send(text)
        await table.settle()
        return [each for each in await self.messages() if each.from_bot and each.id not in seen]


def _message(shown: dict[str, Any]) -> FeedMessage:
    if shown["own"]:
        return FeedMessage(shown["id"], shown["text"], False, (), (), None, False)
    buttons = tuple(
        FeedButton(key["label"], key.get("data", ""), key.get("url", ""))
        for row in shown["buttons"]
        for key in row
    )
    return FeedMessage(
        shown["id"],
        plain_of(shown["html"]),
        True,
        buttons,
        tuple(shown["pictures"]),
        shown["file"],
        shown["silent"],
    )


def seat_of(link: str) -> str:
    """Return the code of an invitation, from either of its links."""
    return link.rpartition("=")[2]
