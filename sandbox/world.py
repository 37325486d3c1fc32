"""The state of the sandbox, which Bot API methods, people and page change.

Only one event loop may use it: it is not thread-safe.
"""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sandbox import wire
from sandbox.changes import Changes
from sandbox.chats import Account, Chat, ChatBook, Keyboard, Message, MessageButton, Numbers
from sandbox.clock import SandboxClock
from sandbox.files import FileStore, SandboxFile
from sandbox.formatting.entities import Formatted
from sandbox.limits import SendingPace
from sandbox.menus import CommandMenus
from sandbox.updates import PRESS_RETENTION, UpdateQueue
from sandbox.webhook import WebhookSender

BOT_ID = 700100200
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)
CALLS_KEPT = 2000


@dataclass(slots=True, kw_only=True, eq=False)
class ButtonPress:
    """A pressed button, and the bot's answer so far."""

    id: str
    person: Account
    message: Message
    button: MessageButton
    at: datetime
    answered: bool = False
    text: str = ""
    """The text that the person sees: a short toast, or an alert to close."""
    alert: bool = False
    url: str = ""

    def too_old(self, now: datetime) -> bool:
        """Return whether Telegram would no longer accept an answer."""
        return now - self.at >= PRESS_RETENTION


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """One call of the bot: its parameters and the status of its answer (0: none)."""

    method: str
    values: Mapping[str, object]
    files: int
    """The number of uploaded files; a file that is named by its id does not count."""
    at: datetime
    status: int
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedResult:
    """A result that the bot offers for a chat."""

    id: str
    title: str
    note: str
    body: Formatted
    keyboard: Keyboard


@dataclass(slots=True, kw_only=True, eq=False)
class InlineQuestion:
    """An inline query from some chat, and the bot's offers so far."""

    id: str
    text: str
    at: datetime
    answered: bool = False
    offered: tuple[OfferedResult, ...] = ()

    def too_old(self, now: datetime) -> bool:
        """Return whether Telegram would no longer accept an answer."""
        return now - self.at >= PRESS_RETENTION


class World:
    """The state of the sandbox."""

    def __init__(self, clock: SandboxClock, *, token: str, username: str, title: str) -> None:
        self.clock = clock
        self.token = token
        self.bot = Account(id=BOT_ID, name=title, username=username, is_bot=True)
        self.changes = Changes()
        self.book = ChatBook(self.bot)
        self.files = FileStore()
        self.updates = UpdateQueue(clock, self.changes)
        self.webhook = WebhookSender(self.updates, clock)
        self.menus = CommandMenus()
        self.pace = SendingPace()
        self.descriptions: dict[str, str] = {}
        self.privacy_mode = True
        """Whether the bot sees only commands, replies to it and mentions of it in a group."""
        self.presses: dict[str, ButtonPress] = {}
        self.questions: dict[str, InlineQuestion] = {}
        self.calls: deque[CallRecord] = deque(maxlen=CALLS_KEPT)
        clock.on_travel(self.travelled)
        self._press_ids = Numbers(4_000_000_001)
        self._album_ids = Numbers(13_000_000_001)

    def now(self) -> datetime:
        """Return the sandbox's instant, in whole seconds like Telegram's dates."""
        return self.clock.now().replace(microsecond=0)

    def next_album(self) -> str:
        """Return a new album id."""
        return str(self._album_ids.next())

    def post(  # noqa: PLR0913  (a message has many independent parts)
        self,
        chat: Chat,
        sender: Account,
        body: Formatted,
        *,
        photo: SandboxFile | None = None,
        document: SandboxFile | None = None,
        album: str = "",
        reply_to: Message | None = None,
        thread: int | None = None,
    ) -> Message:
        """Add a message to a chat; everyone in the chat sees it."""
        message = Message(
            id=self.book.next_message_id(chat),
            chat=chat,
            sender=sender,
            date=self.now(),
            body=body,
            photo=photo,
            document=document,
            album=album,
            reply_to=reply_to,
            thread=thread,
        )
        chat.everything[message.id] = message
        if sender.is_bot:
            chat.action = ""
        self.changed(message)
        return message

    def changed(self, message: Message | None = None) -> None:
        """Notify every watcher that something, or only this message, has changed."""
        version = self.changes.bump()
        if message is not None:
            message.version = version

    def report(self, message: Message, *, edited: bool = False) -> None:
        """Queue the update that carries a person's message, if the bot may see it."""
        if message.chat.is_private or self._seen_in_group(message):
            self.updates.add(
                "edited_message" if edited else "message",
                wire.message(message),
                order=f"chat {message.chat.id}",
                message=message,
            )

    def _seen_in_group(self, message: Message) -> bool:
        if message.chat.blocked:
            return False
        if not self.privacy_mode or message.chat.bot_is_admin or message.service:
            return True
        answers_bot = message.reply_to is not None and message.reply_to.from_bot
        text, name = message.text.lower(), f"@{self.bot.username}".lower()
        # `/start@another_bot` is only for that other bot.
        is_command = re.match(r"/\w+(?!\w*@)", text) is not None
        return answers_bot or is_command or name in text

    def press(self, person: Account, message: Message, button: MessageButton) -> ButtonPress:
        """Press a button as that person, and queue the update for it."""
        press = ButtonPress(
            id=str(self._press_ids.next()),
            person=person,
            message=message,
            button=button,
            at=self.clock.now(),
        )
        self.presses[press.id] = press
        self.updates.add(
            "callback_query",
            {
                "id": press.id,
                "from": wire.user(person),
                "message": wire.message(message),
                "chat_instance": str(message.chat.id * 7919),
                "data": button.data,
            },
            order=f"presses of {person.id}",
        )
        self.changed()
        return press

    def ask(self, person: Account, text: str) -> InlineQuestion:
        """Ask the bot a question by its name, from any chat."""
        question = InlineQuestion(id=str(self._press_ids.next()), text=text, at=self.clock.now())
        self.questions[question.id] = question
        self.updates.add(
            "inline_query",
            {"id": question.id, "from": wire.user(person), "query": text, "offset": ""},
            order=f"questions of {person.id}",
        )
        self.changed()
        return question

    def report_membership(self, chat: Chat, by: Account, old: str, new: str) -> None:
        """Queue the update that reports the bot's joining or leaving of a chat."""
        self.updates.add(
            "my_chat_member",
            {
                "chat": wire.chat(chat),
                "from": wire.user(by),
                "date": wire.unix(self.now()),
                "old_chat_member": self.bot_member(old),
                "new_chat_member": self.bot_member(new),
            },
            order=f"chat {chat.id}",
        )
        self.changed()

    def bot_member(self, status: str) -> wire.Json:
        """Return the bot as a `ChatMember` of that status."""
        body: wire.Json = {"user": wire.user(self.bot), "status": status}
        if status == "kicked":
            body["until_date"] = 0
        if status == "administrator":
            body |= dict.fromkeys(ADMIN_RIGHTS, True)
            body |= {"can_be_edited": False, "is_anonymous": False}
        return body

    def upgrade(self, chat: Chat) -> Chat:
        """Turn a plain group into a supergroup: a new chat, reported in both."""
        new = self.book.add_group(chat.title, supergroup=True)
        new.members = dict(chat.members)
        new.bot_is_admin = chat.bot_is_admin
        chat.upgraded_to = new.id
        by = next(iter(chat.members.values()), self.bot)
        leaving = self.post(chat, by, Formatted())
        leaving.service = {"migrate_to_chat_id": new.id}
        arriving = self.post(new, by, Formatted())
        arriving.service = {"migrate_from_chat_id": chat.id}
        self.report(leaving)
        self.report(arriving)
        return new

    async def travelled(self, now: datetime) -> None:
        """Update the page's clock, and drop what has expired."""
        del now
        self.updates.prune()
        self.changed()
