"""People, chats and messages: plain state. Other modules decide who may do what."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sandbox.files import SandboxFile
from sandbox.formatting.entities import Entity, Formatted

ChatType = Literal["private", "group", "supergroup"]


@dataclass(slots=True, kw_only=True)
class Account:
    """A person or the bot."""

    id: int
    name: str
    language_code: str | None = None
    username: str | None = None
    is_bot: bool = False


ANONYMOUS = Account(id=1_087_968_824, name="Group", username="GroupAnonymousBot", is_bot=True)
"""The account that Telegram shows as sender when an administrator writes anonymously."""


@dataclass(frozen=True, slots=True)
class MessageButton:
    """A button under a message: it calls back with `data`, opens `url`, or a Mini App."""

    label: str
    data: str = ""
    url: str = ""
    web_app: str = ""
    """The address of the Mini App."""
    share: str = ""
    """The query with which the bot is asked in the chat that the person then chooses (inline mode).
    """


Keyboard = tuple[tuple[MessageButton, ...], ...]


@dataclass(slots=True, kw_only=True, eq=False)
class Message:
    """A message as everyone in the chat sees it; an edit changes it in place."""

    id: int
    chat: "Chat"
    sender: Account
    date: datetime
    body: Formatted = field(default_factory=Formatted)
    """The text, or with a file its caption."""
    keyboard: Keyboard = ()
    photo: SandboxFile | None = None
    document: SandboxFile | None = None
    album: str = ""
    """The same for all pictures of an album, empty outside one."""
    reply_to: "Message | None" = None
    thread: int | None = None
    forwarded_from: Account | None = None
    forwarded_date: datetime | None = None
    service: dict[str, object] = field(default_factory=dict)
    """The chat's own report, such as `{"pinned_message": …}`; empty in ordinary messages."""
    edited: datetime | None = None
    edits: int = 0
    silent: bool = False
    reaction: str = ""
    """The emoji that the bot put on the message."""
    deleted: bool = False
    fetched: bool = False
    """Whether the bot has confirmed the update that carried this message."""
    version: int = 0
    """The sandbox's change counter when this message last changed."""

    @property
    def text(self) -> str:
        """The plain text or caption."""
        return self.body.text

    @property
    def html(self) -> str:
        """The text or caption as safe HTML."""
        return self.body.html

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The formatting of the text or caption."""
        return self.body.entities

    @property
    def from_bot(self) -> bool:
        """Whether the bot sent the message."""
        return self.sender.is_bot and self.sender is not ANONYMOUS

    @property
    def has_file(self) -> bool:
        """Whether the text is a caption."""
        return self.photo is not None or self.document is not None

    @property
    def buttons(self) -> tuple[MessageButton, ...]:
        """All buttons, row after row."""
        return tuple(button for row in self.keyboard for button in row)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all buttons, row after row."""
        return tuple(button.label for button in self.buttons)

    def __repr__(self) -> str:
        """Return one line that describes the message in a failed test."""
        file = " +photo" if self.photo else f" +{self.document.name}" if self.document else ""
        labels = f" {list(self.labels)}" if self.keyboard else ""
        return f"<{self.sender.name} #{self.id}: {self.text!r}{file}{labels}>"


@dataclass(slots=True, kw_only=True, eq=False)
class Chat:
    """A private chat with the bot (its id is the person's), or a group."""

    id: int
    type: ChatType
    title: str
    members: dict[int, Account] = field(default_factory=dict)
    """All accounts that may write here, except the bot."""
    everything: dict[int, Message] = field(default_factory=dict)
    """All messages by id, including deleted ones."""
    started: bool = False
    """Whether the person has started the bot, or the bot is in the group."""
    blocked: bool = False
    """Whether the person has blocked the bot, or the group has removed it."""
    bot_is_admin: bool = False
    is_forum: bool = False
    topics: dict[int, str] = field(default_factory=dict)
    upgraded_to: int | None = None
    action: str = ""
    """The chat action that the bot shows (`typing` …), until its next message."""
    ids: "Numbers | None" = None
    """The numbering of this chat's messages; None: shared with the other chats."""

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.type == "private"

    @property
    def bot_status(self) -> str:
        """The bot's status in this chat, in the words of `ChatMember`."""
        if self.blocked:
            return "kicked"
        return "administrator" if self.bot_is_admin else "member"

    @property
    def messages(self) -> list[Message]:
        """The visible messages, oldest first."""
        return [message for message in self.everything.values() if not message.deleted]

    def find(self, message_id: int) -> Message | None:
        """Return the message with that id, unless it was deleted."""
        message = self.everything.get(message_id)
        return None if message is None or message.deleted else message


class Numbers:
    """Whole numbers in a row. Unlike `itertools.count`, they can be stored with the sandbox."""

    def __init__(self, first: int) -> None:
        self._next = first

    def next(self) -> int:
        """Return the next number."""
        given, self._next = self._next, self._next + 1
        return given


class ChatBook:
    """All people and chats, and the numbering of messages.

    As at Telegram, private chats and plain groups share one numbering, and each supergroup has
    its own: a message id alone names no message.
    """

    def __init__(self, bot: Account) -> None:
        self.bot = bot
        self.people: dict[int, Account] = {}
        self.chats: dict[int, Chat] = {}
        self._shared_ids = Numbers(1)
        self._people_ids = Numbers(1001)
        self._group_ids = Numbers(501)

    def add_person(self, name: str, language_code: str | None, username: str | None) -> Account:
        """Add a person, and a private chat that they have not started yet."""
        person = Account(
            id=self._people_ids.next(), name=name, language_code=language_code, username=username
        )
        self.people[person.id] = person
        self.chats[person.id] = Chat(
            id=person.id, type="private", title=name, members={person.id: person}
        )
        return person

    def add_group(self, title: str, *, supergroup: bool) -> Chat:
        """Add an empty group that the bot is in."""
        number = self._group_ids.next()
        chat = Chat(
            id=-1_000_000_000_000 - number if supergroup else -number,
            type="supergroup" if supergroup else "group",
            title=title,
            started=True,
            ids=Numbers(1) if supergroup else None,
        )
        self.chats[chat.id] = chat
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Return a fresh message id for the chat."""
        return (chat.ids or self._shared_ids).next()
