"""People, chats and messages: plain state. Other modules decide who may do what."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sandbox.buttons import Keyboard, MessageButton
from sandbox.files import SandboxFile
from sandbox.formatting.entities import Entity, Formatted
from sandbox.numbers import Numbers

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
class MessageOrigin:
    """Who first wrote a forwarded message, and when."""

    sender: Account
    date: datetime


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
    album: str | None = None
    """The same for all pictures of an album; None outside one."""
    reply_to: "Message | None" = None
    thread: int | None = None
    """The id of the message that opened the forum topic; None outside topics."""
    forwarded: MessageOrigin | None = None
    """None unless the message was forwarded."""
    service: dict[str, object] = field(default_factory=dict)
    """The chat's own report, as JSON of the Bot API: `{"pinned_message": …}`; otherwise empty."""
    edited: datetime | None = None
    """The instant of the last edit of text or file."""
    edits: int = 0
    """The number of edits of text or file."""
    silent: bool = False
    """Whether the bot sent the message without a notification."""
    reaction: str | None = None
    """The emoji that the bot put on the message, if any."""
    deleted: bool = False
    fetched: bool = False
    """Whether the bot has confirmed the update that carried this message."""
    version: int = 0
    """The sandbox's change counter when this message last changed.

    `sandbox.world` sets it with each change, and `sandbox.updates` with `fetched`.
    """

    @property
    def text(self) -> str:
        """The plain text or caption."""
        return self.body.text

    @property
    def origin(self) -> MessageOrigin:
        """Who wrote the content first, however often it was forwarded."""
        return self.forwarded or MessageOrigin(self.sender, self.date)

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
        """Whether the message has a photo or a document; its text is then a caption."""
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
        file = ""
        if self.photo:
            file = " +photo"
        elif self.document:
            file = f" +{self.document.name}"
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
    every_message: dict[int, Message] = field(default_factory=dict)
    """All messages by id, including deleted ones."""
    knows_bot: bool = False
    """Whether the person has ever started the bot, or the group ever had it."""
    bot_is_shut_out: bool = False
    """Whether the person has blocked the bot, or the group has removed it."""
    bot_is_admin: bool = False
    is_forum: bool = False
    topics: dict[int, str] = field(default_factory=dict)
    """The title of each forum topic, by the id of the message that opened it."""
    upgraded_to: int | None = None
    """The id of the supergroup that has replaced this group."""
    action: str | None = None
    """The chat action that the bot shows (`typing` …), until its next message; None for none."""
    own_message_ids: Numbers | None = None
    """The numbering of this chat's messages; None if it shares that of other chats."""

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.type == "private"

    @property
    def bot_status(self) -> str:
        """The bot's status in this chat, in the words of `ChatMember`."""
        if self.bot_is_shut_out:
            return "kicked"
        return "administrator" if self.bot_is_admin else "member"

    @property
    def messages(self) -> list[Message]:
        """The visible messages, oldest first."""
        return [message for message in self.every_message.values() if not message.deleted]

    def find(self, message_id: int) -> Message | None:
        """Return the message with that id; None if there is none, or it was deleted."""
        message = self.every_message.get(message_id)
        return None if message is None or message.deleted else message
