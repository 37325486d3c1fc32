"""Reads people: authors, names, invitations.

The Telegram id identifies a person, never the user name. A person with a seat has the name that an
arbiter wrote for it and may correct; without one, the account's name. A seat in a match belongs to
one id, so nobody else can write for the player (art. 9.6).
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.texts.clean_text import clean
from bot.texts.messages import Text
from bot.texts.notices.participants import Member
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.people import former_chats, invitations, people, personal_data
from storage.people.invitations import Invite
from storage.people.people import Person

LONGEST_NAME = 60
"""The most characters of a person's name."""


def readable_name(name: str) -> str:
    """Return a name in its stored form: one line without hidden characters.

    Return "" if it has no visible letter. Its spelling is otherwise unchanged.
    """
    tidy = clean(name, longest=LONGEST_NAME, lines=False)
    return " ".join(tidy.split()) if any(letter.isalpha() for letter in tidy) else ""


class Persons:
    """People; each is read once in a unit of work."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tx = context.unit.tx
        self._known: dict[PersonId, Person] = context.unit.remembering({})

    def note(self, person: Person) -> None:
        """Remember the author."""
        self._known[person.id] = person

    def forget(self, *people: PersonId) -> None:
        """Drop these people from the cache, because they have changed."""
        for person in people:
            self._known.pop(person, None)

    async def get(self, person: PersonId) -> Person:
        """Return the person of that number."""
        if person not in self._known:
            self._known[person] = await people.get(self._tx, person)
        return self._known[person]

    async def name(self, person: PersonId) -> str:
        """Return the person's name."""
        return (await self.get(person)).name

    async def address(self, person: PersonId) -> int | None:
        """Return where the bot writes to the person: a chat or a browser; None for nowhere."""
        return (await self.get(person)).address

    async def is_forgotten(self, person: PersonId) -> bool:
        """Return whether the person's data was erased."""
        return await people.is_forgotten(self._tx, person)

    async def gather(self, persons: Iterable[PersonId]) -> None:
        """Read these people in one query, before each is requested."""
        missing = {person for person in persons if person not in self._known}
        for person in await people.several(self._tx, missing) if missing else ():
            self._known[person.id] = person

    async def by_address(self, address: int) -> Person | None:
        """Return the person to whom the bot writes in that chat or browser, or None."""
        for person in self._known.values():
            if person.address == address:
                return person
        return await people.by_address(self._tx, address)

    async def chats_of(self, person: Person, chat: int | None) -> set[int]:
        """Return that chat and, if it is the person's own, those that they had before.

        In these chats the deliveries of their sheets are found. It may be the chat of their writer
        (art. 9.6), whose former chats got no sheets of theirs. None gives no chat.
        """
        if chat is None:
            return set()
        if chat != person.address:
            return {chat}
        return {chat, *await former_chats.of_people(self._tx, [person.id])}

    async def names(self, persons: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return the names of these people."""
        people = tuple(persons)
        await self.gather(people)
        return {person: (await self.get(person)).name for person in people}

    async def passed_on(self, user_input: UserInput, player: PersonId, text: Text) -> Text:
        """Return the text as the writer reads it, to be forwarded to the player (art. 9.6)."""
        is_elsewhere = user_input.person.id != player
        return Member(player, (await self.get(player)).name, None, is_elsewhere).addressed(text)

    async def reloaded(self, user_input: UserInput) -> UserInput:
        """Return the same message with the person's present data."""
        return replace(user_input, person=await self.get(user_input.person.id))

    async def invitation(self, code: str) -> Invite | None:
        """Return the invitation of that code, valid or not; None if it never existed."""
        return await invitations.find_invite(self._tx, code)

    async def has_part(self, person: PersonId) -> bool:
        """Return whether the person has or had a role in anything stored.

        Narrower: `Meeting.has_place` (they play or have played), and `has_fixed_name` of
        `bot.service.operations.people.resolving` (an arbiter has written their name).
        """
        known = await self.get(person)
        return (
            known.arbiter or known.rating_keeper or await personal_data.has_part(self._tx, person)
        )

    def is_operator(self, user_input: UserInput) -> bool:
        """Return whether the person is an operator."""
        return user_input.incoming.sender.id in self._context.shared.operators

    def check_operator(self, user_input: UserInput) -> None:
        """Refuse a button that only operators get.

        Raises:
            GameStateError: the person is not an operator.
        """
        if not self.is_operator(user_input):
            raise GameStateError(Fault("button_unknown"))

    def keeps_ratings(self, user_input: UserInput) -> bool:
        """Return whether the person is a ratings officer; every operator is one, too."""
        return user_input.person.rating_keeper or self.is_operator(user_input)

    def check_rating_keeper(self, user_input: UserInput) -> None:
        """Refuse what only ratings officers do.

        Raises:
            GameStateError: the person is not a ratings officer.
        """
        if not self.keeps_ratings(user_input):
            raise GameStateError(Fault("not_a_rating_keeper"))
