"""Groups as Python objects: their members, and what happens to the bot in them."""

from sandbox.chats import ANONYMOUS, Chat, Message
from sandbox.errors import SandboxError
from sandbox.formatting.entities import Formatted, with_found_entities
from sandbox.people import SandboxUser
from sandbox.world import World


class SandboxGroup:
    """A group that the bot is in."""

    def __init__(self, world: World, chat: Chat) -> None:
        self._world = world
        self._chat = chat

    @property
    def chat(self) -> Chat:
        """The group's chat; after an upgrade, the supergroup's."""
        while self._chat.upgraded_to is not None:
            self._chat = self._world.book.chats[self._chat.upgraded_to]
        return self._chat

    @property
    def id(self) -> int:
        """The chat's id (it changes when the group is upgraded)."""
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        """All messages that the members see, oldest first."""
        return self.chat.messages

    def say_anonymously(self, text: str) -> Message:
        """Let an administrator write in the group's name."""
        body = with_found_entities(Formatted(text))
        message = self._world.post(self.chat, ANONYMOUS, body)
        self._world.report(message)
        return message

    def remove_bot(self, by: SandboxUser) -> None:
        """Remove the bot from the group; its rights end with this."""
        before = self.chat.bot_status
        self.chat.bot_is_shut_out, self.chat.bot_is_admin = True, False
        self._world.report_membership(self.chat, by.account, before, "kicked")

    def make_bot_admin(self, by: SandboxUser | None = None) -> None:
        """Give the bot the rights to pin, to delete, to open topics, and to read all messages.

        Without `by` the bot gets no update about it.
        """
        before = self.chat.bot_status
        self.chat.bot_is_admin = True
        if by is not None:
            self._world.report_membership(self.chat, by.account, before, "administrator")

    def _topic(self, title: str) -> int:
        """Return the number of the only topic whose title begins with this text."""
        numbers = [number for number, name in self.chat.topics.items() if name.startswith(title)]
        if len(numbers) != 1:
            raise SandboxError(f"no single topic {title!r} in {self.chat.topics}")
        return numbers[0]

    def messages_in(self, title: str) -> list[Message]:
        """Return the messages of that topic, oldest first, without the note of its start."""
        number = self._topic(title)
        return [
            message for message in self.messages if message.thread == number and not message.service
        ]

    def delete_topic(self, title: str) -> None:
        """Delete a topic and all its messages."""
        number = self._topic(title)
        del self.chat.topics[number]
        for message in self.messages:
            if message.thread == number:
                message.deleted = True
                self._world.changed(message)

    def upgrade(self) -> None:
        """Turn the group into a supergroup, with another id."""
        if self.chat.type != "group":
            raise SandboxError("it already is a supergroup")
        self._world.upgrade(self.chat)
