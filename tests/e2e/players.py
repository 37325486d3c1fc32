"""People of the sandbox who play in a browser: the same tests, another carrier.

With `PLAYERS=browser` a person who takes a seat by a link does so in a browser. From then on their
texts and presses go to the page's API, and their messages are the feed's; a test notices nothing.
Acts that a page does not offer raise `OnlyTelegramError`; their tests have the mark
`only_telegram`.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any, Final
from uuid import uuid4

import httpx
from sqlalchemy import bindparam, func, select

from bot.texts.splitting import CAPTION, TEXT, split_html
from sandbox import ButtonKind, ButtonPress, Message, MessageButton, Sandbox, SandboxUser
from sandbox.buttons import Keyboard
from sandbox.clock import TimeSource
from sandbox.files import SandboxFile
from sandbox.formatting.entities import Formatted
from sandbox.formatting.html_mode import parse_html
from sandbox.people import JoinableGroup
from storage.db import Database
from storage.people import device_codes, invitations, people
from storage.queues.feed import TYPED
from storage.schema import inbox, outbox
from tests.e2e.browser_user import BrowserUser, Page, seat_of

TELEGRAM, BROWSER = "telegram", "browser"
ALL_IN_BROWSER: Final = os.environ.get("PLAYERS", TELEGRAM) == BROWSER
"""Whether the players of all tests of this run play in browsers."""
_REPEATED: Final = 30
"""How often a request is repeated that the bot has stored and not yet carried out."""
_LAST_ROWS: Final = tuple(
    select(func.max(queue.c.id), func.count()).where(queue.c.chat == bindparam("chat"))
    for queue in (outbox, inbox)
)
"""The last row of an address in each queue, and their number."""


class _Carrier:
    """Where the players of the current test play."""

    name = BROWSER if ALL_IN_BROWSER else TELEGRAM


def play_in(carrier: str) -> None:
    """Let the players of the next tables use that carrier."""
    _Carrier.name = carrier


def are_in_browser() -> bool:
    """Return whether players of a new table take their seats in browsers."""
    return _Carrier.name == BROWSER


class OnlyTelegramError(Exception):
    """A page does not offer this."""


@dataclass(slots=True)
class Device:
    """What a browser keeps, and what it still has to send."""

    address: int
    cookies: dict[str, str]
    token: str
    nonce: str
    unsent: "list[Act]" = field(default_factory=list)
    seen: tuple[object, ...] = ()
    """What the feed depended on when it was read last."""
    shown: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Each message as the feed gave it last."""
    parts: dict[int, list[Message]] = field(default_factory=dict)
    """Each message of the feed as Telegram would show it: an album is several."""


@dataclass(slots=True)
class Typed:
    """A text that is to be sent."""

    message: Message
    reply_to: int | None


@dataclass(slots=True)
class Pressed:
    """A button that is to be pressed."""

    press: ButtonPress
    row: int


@dataclass(slots=True)
class Ended:
    """The browser is to be signed out by its user."""


@dataclass(slots=True)
class Readmitted:
    """The browser is to be signed in again by a new link."""


Act = Typed | Pressed | Ended | Readmitted


class Player(SandboxUser):
    """A person with the Telegram app, while they have no seat in a browser."""

    device: Device | None = None

    @property
    def id(self) -> int:
        """The number by which the bot knows the person."""
        return self.account.id if self.device is None else self.device.address

    def send(
        self,
        text: str,
        *,
        reply_to: Message | None = None,
        chat: JoinableGroup | None = None,
        topic: int | None = None,
    ) -> Message:
        """Type a text; it is sent when the table settles."""
        if self.device is None:
            return super().send(text, reply_to=reply_to, chat=chat, topic=topic)
        if chat is not None:
            raise OnlyTelegramError("a group")
        row = None if reply_to is None else self._row(self.device, reply_to)
        message = self._world.post(self.chat, self.account, Formatted(text))
        self.device.unsent.append(Typed(message, row))
        return message

    def press_button(self, message: Message, button: MessageButton) -> ButtonPress:
        """Press a button; it is sent when the table settles."""
        if self.device is None or message.chat is not self.chat:
            return super().press_button(message, button)
        press = ButtonPress(
            id=str(uuid4()),
            person=self.account,
            message=message,
            button=button,
            at=self._world.clock.now(),
        )
        self.device.unsent.append(Pressed(press, self._row(self.device, message)))
        return press

    def follow(self, url: str, *, group: JoinableGroup | None = None) -> Message:
        """Open a link; a page that is signed in types its code, as in the chat."""
        if self.device is None or group is not None:
            return super().follow(url, group=group)
        return self.send(f"/start {seat_of(url)}")

    def block(self) -> None:
        """Block the bot, or end the only device: both leave nobody who reads."""
        if self.device is None:
            super().block()
        else:
            self.device.unsent.append(Ended())

    def unblock(self) -> None:
        """Unblock the bot, or sign in again by the link that an arbiter sends."""
        if self.device is None:
            super().unblock()
        else:
            self.device.unsent.append(Readmitted())

    def edit(self, message: Message, text: str) -> None:
        """Edit a message, in Telegram alone."""
        self._only("editing a sent text")
        super().edit(message, text)

    def signed(self, **more: str) -> str:
        """Return Telegram's signed data, in Telegram alone."""
        self._only("Telegram's signed data")
        return super().signed(**more)

    def _only(self, what: str) -> None:
        if self.device is not None:
            raise OnlyTelegramError(what)

    def _send(self, *args: Any, **more: Any) -> Message:
        self._only("photographs, files and forwarding")
        return super()._send(*args, **more)

    def _row(self, device: Device, message: Message) -> int:
        for row, parts in device.parts.items():
            if any(each is message for each in parts):
                if row >= TYPED:
                    raise OnlyTelegramError("replies to one's own text")
                return row
        raise OnlyTelegramError(f"{message!r} is not on the page")

    @property
    def is_new(self) -> bool:
        """Whether the person has never written to the bot."""
        return self.device is None and not self.chat.knows_bot

    def take_up(self, message: dict[str, Any], media: "Media") -> None:
        """Show a message of the feed, or its changes."""
        device, number = self.device, message["id"]
        assert device is not None
        if device.shown.get(number) == message:
            return
        device.shown[number] = message
        if message["own"]:
            self._own(device, message)
            return
        laid = _laid_out(message, media)
        known = device.parts.get(number)
        if known is None:
            device.parts[number] = [self._posted(message, part) for part in laid]
        else:
            # An edit may need another division; the text and the buttons are in the last part.
            for old, part in zip(reversed(known), reversed(laid), strict=False):
                old.body, old.keyboard = part.body, part.keyboard
                old.photo, old.document = part.photo, part.document
                old.edits += 1
                old.edited = self._world.now()
                self._world.changed(old)

    def _own(self, device: Device, message: dict[str, Any]) -> None:
        number = message["id"]
        if number not in device.parts:
            taken = {id(part) for parts in device.parts.values() for part in parts}
            own = [each for each in self.messages if each.sender is self.account]
            new = [each for each in own if id(each) not in taken and each.text == message["text"]]
            if not new:  # typed by another device, or at the page
                new = [self._world.post(self.chat, self.account, Formatted(message["text"]))]
            device.parts[number] = [new[0]]
        device.parts[number][0].reaction = message["sign"]

    def _posted(self, message: dict[str, Any], part: "Part") -> Message:
        posted = self._world.post(
            self.chat,
            self._world.bot,
            part.body,
            photo=part.photo,
            document=part.document,
            album=part.album,
        )
        posted.keyboard, posted.silent = part.keyboard, message["silent"] or part.quiet
        assert self.device is not None
        posted.reply_to = self.device.parts.get(message["reply_to"], [None])[-1]
        posted.date = datetime.fromisoformat(message["at"])
        return posted

    def album(self) -> str:
        """Return the number of a new album."""
        return self._world.next_album()

    def stored(self, content: bytes, name: str, *, is_photo: bool) -> SandboxFile:
        """Store a picture or a file that the page has fetched."""
        files = self._world.files
        return files.add_photo(name, content) if is_photo else files.add_document(name, content)


@dataclass(slots=True)
class Media:
    """The pictures and the file of a message."""

    pictures: list[SandboxFile] = field(default_factory=list)
    file: SandboxFile | None = None
    album: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One message as Telegram would show it."""

    body: Formatted = field(default_factory=Formatted)
    keyboard: Keyboard = ()
    photo: SandboxFile | None = None
    document: SandboxFile | None = None
    album: str | None = None
    quiet: bool = False


def _laid_out(message: dict[str, Any], media: Media) -> list[Part]:
    """Return the messages into which Telegram would divide a message of the feed."""
    body, keyboard = parse_html(message["html"]), _keyboard(message["buttons"])
    files = [Part(photo=each, album=media.album) for each in media.pictures]
    if media.file is not None:
        is_photo = media.file.is_photo
        files.append(Part(photo=media.file) if is_photo else Part(document=media.file))
    texts = [Part(body=parse_html(page)) for page in split_html(message["html"], TEXT)]
    if texts:
        texts[-1] = Part(body=texts[-1].body, keyboard=keyboard)
    if not files:
        return texts
    first = files[0]
    if len(body.text) <= CAPTION and (len(files) == 1 or not keyboard):
        captioned = Part(body, keyboard, first.photo, first.document, first.album)
        return [captioned, *files[1:]]
    return [
        *(Part(photo=e.photo, document=e.document, album=e.album, quiet=True) for e in files),
        *(texts if body.text else ()),
    ]


def _keyboard(rows: list[list[dict[str, str]]]) -> Keyboard:
    return tuple(tuple(map(_button, row)) for row in rows)


def _button(key: dict[str, str]) -> MessageButton:
    if "game" in key:
        address = f"/app/?game={key['game']}"
        return MessageButton(key["label"], address, ButtonKind.MINI_APP)
    kinds = {"url": ButtonKind.LINK, "share": ButtonKind.SHARE, "data": ButtonKind.CALL_BACK}
    name = next(name for name in kinds if name in key)
    return MessageButton(key["label"], key[name], kinds[name])


def is_in_browser(user: SandboxUser) -> bool:
    """Return whether the person plays in a browser."""
    return isinstance(user, Player) and user.device is not None


def loss_of(user: SandboxUser) -> str:
    """Return the text by which an arbiter reads that a turn did not reach a person who left."""
    return "arrival.lost_left" if is_in_browser(user) else "arrival.lost"


def unreachable_of(user: SandboxUser) -> str:
    """Return the text by which an arbiter reads that a player can no longer be reached."""
    return "unreachable.browser" if is_in_browser(user) else "unreachable.arbiter"


def joined_of(user: SandboxUser) -> str:
    """Return the text by which an arbiter reads that the person has joined."""
    return "start.arbiter_told_browser" if is_in_browser(user) else "start.arbiter_told"


class PlayerSandbox(Sandbox):
    """A sandbox whose people may move to browsers."""

    def add_user(
        self, name: str, language_code: str | None = None, *, username: str | None = None
    ) -> SandboxUser:
        """Add a person who has the app but has not yet started the bot."""
        user = Player(self.world, self.world.book.add_person(name, language_code, username))
        self.users[user.id] = user
        self.world.changed()
        return user


def new_sandbox(clock: TimeSource) -> Sandbox:
    """Return a sandbox for the players of this run."""
    return PlayerSandbox(clock=clock) if are_in_browser() else Sandbox(clock=clock)


class SignedOutError(Exception):
    """The browser's device was ended."""


@dataclass
class SignedIn(BrowserUser):
    """A browser that signs in again with its cookie when its token is no longer accepted."""

    device: Device = field(kw_only=True)

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Send a request with the token."""
        if self.token:
            answer = await super().ask(method, path, **sent)
            if answer.status_code != httpx.codes.UNAUTHORIZED:
                return answer
        self.token = ""
        await self.session()
        self.device.token = self.token
        if not self.token:
            raise SignedOutError
        return await super().ask(method, path, **sent)


@dataclass(slots=True)
class Browsers:
    """The browsers at a table."""

    page: Page
    database: Database
    sandbox: Sandbox
    connections: httpx.AsyncClient | None

    async def take(self, user: Player, link: str) -> Message | None:
        """Open a link in a browser and take its seat; return the question, None: it is no seat."""
        browser = BrowserUser(
            self.page,
            language=user.account.language_code or "en",
            client=f"198.51.100.{user.account.id % 256}",
            connections=self.connections,
        )
        code = seat_of(link)
        looked = await browser.look_at(code)
        if looked.status_code == httpx.codes.NOT_FOUND:
            return None
        assert looked.json()["open"], looked.text
        taken = await browser.take(code)
        assert taken.status_code == httpx.codes.OK, taken.text
        async with self.database.reading() as tx:
            invite = await invitations.find_invite(tx, code)
            assert invite is not None
            assert invite.used_by is not None
            address = (await people.get(tx, invite.used_by)).address
        assert address is not None
        user.device = Device(address, browser.cookies, browser.token, browser.nonce)
        return Message(
            id=0,
            chat=user.chat,
            sender=user.account,
            date=self.sandbox.clock.now(),
            body=parse_html(looked.json()["html"]),
        )

    def _players(self) -> list[tuple[Player, Device]]:
        users = self.sandbox.users.values()
        return [(u, u.device) for u in users if isinstance(u, Player) and u.device is not None]

    def browser(self, user: Player) -> "SignedIn":
        """Return the browser of a person."""
        assert user.device is not None
        return SignedIn(
            self.page,
            language=user.account.language_code or "en",
            cookies=user.device.cookies,
            nonce=user.device.nonce,
            token=user.device.token,
            connections=self.connections,
            device=user.device,
        )

    async def send(self) -> None:
        """Send what people have typed and pressed."""
        for user, device in self._players():
            if not device.unsent:
                continue
            await self._read(user, device)
            browser = self.browser(user)
            while device.unsent:
                act = device.unsent.pop(0)
                if isinstance(act, Readmitted):
                    browser = await self._readmitted(user, device)
                    continue
                try:
                    await self._sent(browser, act)
                except SignedOutError:
                    self._in_telegram(user, act)

    async def _readmitted(self, user: Player, device: Device) -> "SignedIn":
        """Sign the person in again by a link, and return their browser."""
        code = token_urlsafe(24)
        async with self.database.transaction() as tx:
            person = await people.by_address(tx, device.address)
            assert person is not None
            until = self.sandbox.clock.now() + timedelta(days=7)
            await device_codes.offer_link(tx, person.id, code, until)
        device.nonce, device.cookies, device.token = token_urlsafe(32), {}, ""
        browser = self.browser(user)
        sent = {"code": code, "nonce": device.nonce}
        added = await BrowserUser.ask(browser, "POST", "/devices/add", **sent)
        assert added.status_code == httpx.codes.OK, added.text
        return browser

    def _in_telegram(self, user: Player, act: Typed | Pressed | Ended) -> None:
        """Let a person whose browser is signed out type in Telegram, where they are a stranger."""
        assert isinstance(act, Typed)
        user.device = None
        act.message.deleted = True
        user.send(act.message.text)

    async def _sent(self, browser: BrowserUser, act: Typed | Pressed | Ended) -> None:
        sent: dict[str, Any] = {"id": str(uuid4())}
        if isinstance(act, Ended):
            (own,) = (await browser.ask("GET", "/devices")).json()["devices"]
            assert (await browser.ask("POST", "/devices/end", device=own["id"], **sent)).is_success
            return
        if isinstance(act, Typed):
            sent |= {"text": act.message.text}
            if act.reply_to is not None:
                sent["message"] = act.reply_to
        else:
            sent |= {"button": act.press.button.data, "message": act.row}
        answer = await browser.ask("POST", "/chat", **sent)
        for _ in range(_REPEATED):
            if answer.status_code == httpx.codes.ACCEPTED:
                answer = await browser.ask("POST", "/chat", **sent)
        assert answer.status_code in {200, 429}, answer.text
        if isinstance(act, Pressed) and answer.status_code == httpx.codes.OK:
            act.press.answered = True
            act.press.text, act.press.alert = answer.json()["toast"], answer.json()["alert"]
            self.sandbox.world.changed()

    async def read(self) -> None:
        """Show everybody the new messages of their page."""
        for user, device in self._players():
            await self._read(user, device)

    async def _read(self, user: Player, device: Device) -> None:
        seen = await self._seen(device)
        if seen == device.seen:
            return
        browser = self.browser(user)
        with suppress(SignedOutError):
            for message in await browser.feed():
                await self._take_up(user, device, browser, message)
            device.seen = seen

    async def _seen(self, device: Device) -> tuple[object, ...]:
        """Return what decides whether the feed is the same as before."""
        async with self.database.reading_latest() as tx:
            found: list[object] = [self.sandbox.clock.now()]
            for query in _LAST_ROWS:
                found += tuple((await tx.execute(query, {"chat": device.address})).one())
        return tuple(found)

    async def _take_up(
        self, user: Player, device: Device, browser: BrowserUser, message: dict[str, Any]
    ) -> None:
        media = Media()
        if not message["own"] and device.shown.get(message["id"]) != message:
            for each in message["pictures"]:
                drawn = await browser.ask("GET", f"/feed/{each}")
                if drawn.status_code == httpx.codes.OK:
                    media.pictures.append(user.stored(drawn.content, "photo.png", is_photo=True))
            media.album = user.album() if len(media.pictures) > 1 else None
            if message["file"] is not None:
                got = await browser.ask("GET", f"/feed/{message['file']}/file")
                if got.status_code == httpx.codes.OK:
                    is_photo = got.headers["content-type"].startswith("image/")
                    name = got.headers["x-file-name"]
                    media.file = user.stored(got.content, name, is_photo=is_photo)
        user.take_up(message, media)
