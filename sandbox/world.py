"""The state of the sandbox, which Bot API methods, people and page change.

Only one event loop may use it: it is not thread-safe.
"""

import re
from collections import deque
from datetime import datetime

from sandbox import wire
from sandbox.buttons import MessageButton
from sandbox.call import CallRecord
from sandbox.changes import Changes
from sandbox.chat_book import ChatBook
from sandbox.chats import Account, Chat, Message
from sandbox.clock import SandboxClock
from sandbox.files import FileStore, SandboxFile
from sandbox.formatting.entities import Formatted
from sandbox.menus import CommandMenus
from sandbox.numbers import Numbers
from sandbox.pace import SendingPace
from sandbox.questions import ButtonPress, InlineQuestion
from sandbox.updates import UpdateQueue
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
"""The number of the bot's last calls that tests can look up."""


def description_key(name: str, language: str) -> str:
    """Return the key of `description` or `short_description`; "" means every language."""
    return f"{name} {language}" if language else name


class World:
    """The state of the sandbox."""

    def __init__(self, clock: SandboxClock, *, token: str, username: str, title: str) -> None:
        """Create an empty world; `title` is the bot's name, `username` its address."""
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
        """The bot's texts about itself, by `description_key`."""
        self.privacy_mode = True
        """Whether the bot sees only commands, replies to it and mentions of it in a group."""
        self.presses: dict[str, ButtonPress] = {}
        """The pressed buttons by the id of their callback query."""
        self.questions: dict[str, InlineQuestion] = {}
        """The inline queries by id."""
        self.calls: deque[CallRecord] = deque(maxlen=CALLS_KEPT)
        clock.on_travel(self._drop_expired)
        self._question_ids = Numbers(4_000_000_001)
        self._album_ids = Numbers(13_000_000_001)

    def now(self) -> datetime:
        """Return the sandbox's instant, in whole seconds like Telegram's dates."""
        return self.clock.now().replace(microsecond=0)

    def next_album(self) -> str:
        """Return a new album id."""
        return str(self._album_ids.next())

    def description(self, name: str, language: str | None) -> str:
        """Return that text about the bot in the language, else for all languages; "" for none."""
        in_language = self.descriptions.get(description_key(name, (language or "")[:2]))
        return in_language or self.descriptions.get(name, "")

    def post(  # noqa: PLR0913  (a message has many independent parts)
        self,
        chat: Chat,
        sender: Account,
        body: Formatted,
        *,
        photo: SandboxFile | None = None,
        document: SandboxFile | None = None,
        album: str | None = None,
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
        chat.every_message[message.id] = message
        if sender.is_bot:
            chat.action = None
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
        """Return whether the bot gets this message of a group, by its rights and privacy mode."""
        if message.chat.bot_is_shut_out:
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
            id=str(self._question_ids.next()),
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
                # Any number that is the same for each press in a chat, and not the chat's id.
                "chat_instance": str(message.chat.id * 7919),
                "data": button.data,
            },
            order=f"presses of {person.id}",
        )
        self.changed()
        return press

    def ask(self, person: Account, text: str) -> InlineQuestion:
        """Ask the bot a question by its name, from any chat."""
        question = InlineQuestion(id=str(self._question_ids.next()), text=text, at=self.clock.now())
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
        """Turn a plain group into a supergroup, reported in both; return the new chat."""
        supergroup = self.book.add_group(chat.title, supergroup=True)
        supergroup.members = dict(chat.members)
        supergroup.bot_is_admin = chat.bot_is_admin
        chat.upgraded_to = supergroup.id
        by = next(iter(chat.members.values()), self.bot)
        leaving = self.post(chat, by, Formatted())
        leaving.service = {"migrate_to_chat_id": supergroup.id}
        arriving = self.post(supergroup, by, Formatted())
        arriving.service = {"migrate_from_chat_id": chat.id}
        self.report(leaving)
        self.report(arriving)
        return supergroup

    async def _drop_expired(self, now: datetime) -> None:
        """Drop expired updates after a move of the clock, which the page shows."""
        del now
        self.updates.prune()
        self.changed()
