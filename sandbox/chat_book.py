"""All people and chats of a sandbox, and the numbering of people, chats and messages."""

from typing import Final

from sandbox.chats import Account, Chat
from sandbox.numbers import Numbers

SUPERGROUP_BASE: Final = -1_000_000_000_000
"""Telegram's ids of supergroups are below this number; those of plain groups are above it."""


class ChatBook:
    """The book of people and chats; the bot has an account but is not among the people.

    As at Telegram, private chats and plain groups share one numbering, and each supergroup has
    its own: a message id alone names no message.
    """

    def __init__(self, bot: Account) -> None:
        self.bot = bot
        self.people: dict[int, Account] = {}
        self.chats: dict[int, Chat] = {}
        self._shared_message_ids = Numbers(1)
        # Different first numbers, so that no test can mistake one kind of id for another.
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
        if supergroup:
            ids = Numbers(1)
            chat = Chat(
                id=SUPERGROUP_BASE - number, type="supergroup", title=title, own_message_ids=ids
            )
        else:
            chat = Chat(id=-number, type="group", title=title)
        chat.knows_bot = True
        self.chats[chat.id] = chat
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Return a fresh message id for the chat."""
        return (chat.own_message_ids or self._shared_message_ids).next()
