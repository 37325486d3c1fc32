"""People as Python objects: their actions, and the messages that they see.

ana = sandbox.add_user("Ana", language_code="ro")
ana.start()
sheet = await ana.receive("Fișa")
press = ana.press(sheet, "Trimite")
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from sandbox import limits
from sandbox.buttons import ButtonKind, MessageButton
from sandbox.chats import Account, Chat, Message
from sandbox.errors import SandboxError
from sandbox.files import SandboxFile
from sandbox.formatting.entities import Formatted, trimmed, utf16_length, with_found_entities
from sandbox.questions import ButtonPress, InlineQuestion, OfferedResult
from sandbox.waiting import PATIENCE, wait_for
from sandbox.web_app import init_data
from sandbox.world import World


class JoinableGroup(Protocol):
    """A group as its members use it (`sandbox.groups`)."""

    @property
    def chat(self) -> Chat:
        """The group's chat."""

    def make_bot_admin(self, by: "SandboxUser | None" = None) -> None:
        """Give the bot its rights in the group."""


Wanted = str | Callable[[Message], bool] | None
"""A part of a message's text, or a test of the message; None: any message."""


def _is_wanted(message: Message, wanted: Wanted) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, str):
        return wanted in message.text
    return wanted(message)


class SandboxUser:
    """A person with the Telegram app; `user.chat` is their chat with the bot."""

    def __init__(self, world: World, account: Account) -> None:
        self._world = world
        self.account = account
        self.chat: Chat = world.book.chats[account.id]
        self._received_to = 0
        """The id of the message that `receive` returned last."""

    @property
    def id(self) -> int:
        """The person's id, which is also the id of their private chat."""
        return self.account.id

    @property
    def name(self) -> str:
        """The first name that the bot reads."""
        return self.account.name

    @property
    def messages(self) -> list[Message]:
        """The messages in the person's chat with the bot, oldest first."""
        return self.chat.messages

    @property
    def last(self) -> Message:
        """The newest message in the person's chat with the bot."""
        if not self.messages:
            raise SandboxError(f"{self.name} has no messages yet")
        return self.messages[-1]

    def start(self, payload: str = "") -> Message:
        """Press Start, with a deep link's payload if there is one; this also lifts a block."""
        if not re.fullmatch(rf"[A-Za-z0-9_-]{{0,{limits.PAYLOAD}}}", payload):
            raise SandboxError(f"not a deep link's payload (1-64 of A-Z a-z 0-9 _ -): {payload!r}")
        if self.chat.bot_is_shut_out:
            self.unblock()
        return self.send(f"/start {payload}".rstrip())

    def follow(self, url: str, *, group: JoinableGroup | None = None) -> Message:
        """Tap a link `https://t.me/<bot>?start=<payload>`, or `?startgroup=` and choose a group."""
        parts = urlsplit(url)
        place = (parts.hostname, parts.path.strip("/").lower())
        if place != ("t.me", (self._world.bot.username or "").lower()):
            raise SandboxError(f"not a link to this bot: {url}")
        query = parse_qs(parts.query, keep_blank_values=True)  # a link may have no payload
        if ("startgroup" in query) != (group is not None):
            where = "to a group: choose one" if group is None else "only to a private chat"
            raise SandboxError(f"the link leads {where}")
        if group is None:
            return self.start(query.get("start", [""])[0])
        if "admin" in query:
            group.make_bot_admin(by=self)
        return self.send(f"/start@{self._world.bot.username} {query['startgroup'][0]}", chat=group)

    def send(
        self,
        text: str,
        *,
        reply_to: Message | None = None,
        chat: JoinableGroup | None = None,
        topic: int | None = None,
    ) -> Message:
        """Write a text to the bot or to a group; in a forum, in a topic."""
        return self._send(_text(text), reply_to=reply_to, group=chat, topic=topic)

    def forward(self, message: Message, *, chat: JoinableGroup | None = None) -> Message:
        """Forward a message to the bot or to a group, with its author and time."""
        return self._send(
            message.body,
            photo=message.photo,
            document=message.document,
            group=chat,
            forwards=message,
        )

    def send_photo(
        self,
        content: bytes,
        *,
        caption: str = "",
        reply_to: Message | None = None,
        chat: JoinableGroup | None = None,
    ) -> Message:
        """Send a picture; the bot receives these very bytes, which Telegram would re-encode."""
        photo = self._world.files.add_photo("photo.jpg", content)
        return self._send(_caption(caption), photo=photo, reply_to=reply_to, group=chat)

    def send_document(
        self,
        name: str,
        content: bytes,
        *,
        caption: str = "",
        reply_to: Message | None = None,
        chat: JoinableGroup | None = None,
    ) -> Message:
        """Send a file, unchanged."""
        file = self._world.files.add_document(name, content)
        return self._send(_caption(caption), document=file, reply_to=reply_to, group=chat)

    def send_album(self, pictures: Sequence[bytes], *, caption: str = "") -> list[Message]:
        """Send 2 to 10 pictures at once; the caption belongs to the first."""
        if len(pictures) not in limits.ALBUM:
            raise SandboxError("an album has 2 to 10 pictures")
        album = self._world.next_album()
        return [
            self._send(
                _caption("" if number else caption),
                photo=self._world.files.add_photo("photo.jpg", content),
                album=album,
            )
            for number, content in enumerate(pictures)
        ]

    def edit(self, message: Message, text: str) -> None:
        """Change the text or caption of one's own message; the bot gets a second update."""
        if message.sender is not self.account or message.deleted:
            raise SandboxError(f"{self.name} can edit only their own messages")
        self._check_may_write(message.chat)
        message.body = _caption(text) if message.has_file else _text(text)
        message.edited = self._world.now()
        message.edits += 1
        self._world.changed(message)
        self._world.report(message, edited=True)

    def press(self, message: Message, label_or_data: str) -> ButtonPress:
        """Press a button of a message, found by a part of its label or by its data."""
        return self.press_button(message, _find_button(message, label_or_data))

    def press_button(self, message: Message, button: MessageButton) -> ButtonPress:
        """Press exactly this button of a message."""
        if message.deleted:
            raise SandboxError("the message is no longer there")
        self._check_may_write(message.chat)
        match button.kind:
            case ButtonKind.MINI_APP:
                raise SandboxError("the button opens a Mini App; use signed()")
            case ButtonKind.SHARE:
                raise SandboxError(f"the button opens a chat; use ask_inline({button.target!r})")
            case ButtonKind.LINK:
                raise SandboxError(f"the button opens a link; use follow({button.target!r})")
            case ButtonKind.CALL_BACK:
                return self._world.press(self.account, message, button)

    def ask_inline(self, text: str) -> InlineQuestion:
        """Write the bot's name and this text in some chat; the result has the bot's offers."""
        return self._world.ask(self.account, text)

    def put(self, offered: OfferedResult, group: JoinableGroup) -> Message:
        """Put an offer of the bot into a group, as one's own message."""
        self._check_may_write(group.chat)
        message = self._world.post(group.chat, self.account, offered.body)
        message.keyboard = offered.keyboard
        self._world.changed(message)
        return message

    def signed(self, **more: str) -> str:
        """Return the data that Telegram signs when the person opens a Mini App.

        `more` has further fields (`sandbox.web_app`).
        """
        world = self._world
        return init_data(world.token, self.account, world.clock.now().timestamp(), **more)

    def block(self) -> None:
        """Block the bot."""
        if not self.chat.bot_is_shut_out:
            self.chat.bot_is_shut_out = True
            self._world.report_membership(self.chat, self.account, "member", "kicked")

    def unblock(self) -> None:
        """Unblock the bot."""
        if self.chat.bot_is_shut_out:
            self.chat.bot_is_shut_out = False
            self._world.report_membership(self.chat, self.account, "kicked", "member")

    async def receive(self, wanted: Wanted = None, *, seconds: float = PATIENCE) -> Message:
        """Return the bot's next message to the person that is wanted.

        “Next” counts from the message returned last: call it again for the one after. Raises
        `TimeoutError`, with all that the person sees, when no such message arrives in time.
        """

        def next_wanted() -> Message | None:
            for message in self.messages:
                is_next = message.from_bot and message.id > self._received_to
                if is_next and _is_wanted(message, wanted):
                    return message
            return None

        message = await wait_for(
            self._world.changes,
            next_wanted,
            seconds,
            lambda: f"{self.name} sees {self.messages[-8:]}",  # the end of a long chat suffices
        )
        self._received_to = message.id
        return message

    async def answered(self, press: ButtonPress, *, seconds: float = PATIENCE) -> ButtonPress:
        """Return the press once the bot has answered it; raises `TimeoutError`."""
        return await wait_for(
            self._world.changes,
            lambda: press if press.answered else None,
            seconds,
            lambda: f"no answer to the button {press.button.label!r}",
        )

    def _check_may_write(self, chat: Chat) -> None:
        """Raise a `SandboxError` if the app would not let the person write in that chat."""
        if self.id not in chat.members:
            raise SandboxError(f"{self.name} is not in {chat.title}")
        if chat.upgraded_to is not None:
            raise SandboxError(f"{chat.title} has become a supergroup")
        if chat.is_private and chat.bot_is_shut_out:
            raise SandboxError(f"{self.name} has blocked the bot; unblock it first")

    def _send(  # noqa: PLR0913  (one function for all kinds of messages)
        self,
        body: Formatted,
        *,
        photo: SandboxFile | None = None,
        document: SandboxFile | None = None,
        album: str | None = None,
        reply_to: Message | None = None,
        group: JoinableGroup | None = None,
        topic: int | None = None,
        forwards: Message | None = None,
    ) -> Message:
        """Post a message of the person and report it to the bot; `forwards` is what it repeats."""
        chat = group.chat if group else self.chat
        self._check_may_write(chat)
        if topic is not None and topic not in chat.topics:
            raise SandboxError(f"{chat.title} has no such topic")
        chat.knows_bot = True
        message = self._world.post(
            chat,
            self.account,
            body,
            photo=photo,
            document=document,
            album=album,
            reply_to=reply_to,
            thread=reply_to.thread if reply_to else topic,
        )
        if forwards is not None:
            message.forwarded = forwards.origin
        self._world.report(message)
        return message


def _text(text: str) -> Formatted:
    """Return a text as the app sends it; raise a `SandboxError` if it is empty or too long."""
    body = with_found_entities(trimmed(Formatted(text)))
    if not body.text or utf16_length(body.text) > limits.TEXT:
        raise SandboxError(f"the app sends texts of 1 to {limits.TEXT} characters")
    return body


def _caption(caption: str) -> Formatted:
    """Return a caption as the app sends it; raise a `SandboxError` if it is too long."""
    body = with_found_entities(trimmed(Formatted(caption)))
    if utf16_length(body.text) > limits.CAPTION:
        raise SandboxError(f"the app sends captions of at most {limits.CAPTION} characters")
    return body


def _find_button(message: Message, wanted: str) -> MessageButton:
    """Return the only button with that label or data, else the only one with it in its label."""
    tests: tuple[Callable[[MessageButton], bool], ...] = (
        lambda button: wanted in {button.label, button.data},
        lambda button: wanted in button.label,
    )
    for test in tests:
        fitting = [button for button in message.buttons if test(button)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise SandboxError(f"{wanted!r} fits several buttons: {list(message.labels)}")
    raise SandboxError(f"no button {wanted!r} under {message!r}")
