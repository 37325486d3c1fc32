"""The people side of the service: who speaks, who is named, who is invited.

A person is told apart by his Telegram id, never by his user name. While he has a place he goes by
the name that an arbiter wrote for it, which an arbiter may put right; without one by what his
account calls itself. A place in a match belongs to one such id: nobody else can write for the
player (art. 9.6).
"""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.runtime.shared import Said
from bot.texts.formats import clean
from bot.texts.messages import Notice, Text
from bot.texts.notices.cast import Member
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from storage import people, personal
from storage.people import RATING_KEEPER, Invite, Person

if TYPE_CHECKING:
    from bot.service.context import Context

INVITE_LIFE = timedelta(days=60)
"""How long an invitation is good."""
CODE_BYTES = 12
"""96 bits: nobody guesses an invitation."""
LONGEST_NAME = 60


def readable_name(name: str) -> str:
    """Return a name as it is kept: one line, nothing hidden in it, its letters as they are.

    Empty where nothing of it can be read. What it looks like otherwise is its owner's business.
    """
    tidy = clean(name, longest=LONGEST_NAME, lines=False)
    return " ".join(tidy.split()) if any(each.isalnum() for each in tidy) else ""


class Persons:
    """Everything a handler may do with people; each is read once in a unit of work."""

    def __init__(self, here: "Context") -> None:
        self._here = here
        self._tx = here.unit.tx
        self._known: dict[PersonId, Person] = {}

    def note(self, person: Person) -> None:
        """Remember who speaks."""
        self._known[person.id] = person

    async def get(self, person: PersonId) -> Person:
        """Return the person of that number."""
        if person not in self._known:
            self._known[person] = await people.get(self._tx, person)
        return self._known[person]

    async def gather(self, wanted: Iterable[PersonId]) -> None:
        """Read these people at once, and not one after the other when each is asked for."""
        missing = {person for person in wanted if person not in self._known}
        for person in await people.several(self._tx, missing):
            self._known[person.id] = person

    async def by_chat(self, chat: int) -> Person | None:
        """Return whose private chat that is."""
        for person in self._known.values():
            if person.chat == chat:
                return person
        return await people.by_chat(self._tx, chat)

    async def names(self, wanted: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return the names of these people."""
        return {person: (await self.get(person)).name for person in wanted}

    async def passed_on(self, said: Said, player: PersonId, text: Text) -> Text:
        """Return what whoever speaks for a player reads, to be passed on to him (art. 9.6)."""
        is_elsewhere = said.person.id != player
        return Member(player, (await self.get(player)).name, None, is_elsewhere).addressed(text)

    async def expect(self, name: str, *, club: str = "") -> PersonId:
        """Keep a place for a person known so far by name alone, or by name and club."""
        known = readable_name(name) or "?"
        person = (await people.create(self._tx, known, self._here.shared.habits)).id
        if club:
            await self.alter(person, club=readable_name(club))
        return person

    async def alter(self, person: PersonId, **changes: Any) -> None:
        """Change what is noted of a person."""
        await people.change(self._tx, person, **changes)
        self._known.pop(person, None)

    async def change(self, said: Said, **changes: Any) -> None:
        """Change a setting of whoever speaks."""
        await self.alter(said.person.id, **changes)

    async def speak(self, said: Said, language: str) -> None:
        """Speak to the person in that language from now on; his command menu is in it, too."""
        await self.alter(said.person.id, language=language)
        if not said.person.arbiter:  # his has more in it, and is kept by `bot.program.menus`
            self._here.unit.say(Notice(to=said.incoming.chat, menu=language))

    async def again(self, said: Said) -> Said:
        """Return the same with the person as he is noted now."""
        return replace(said, person=await self.get(said.person.id))

    async def match_code(self, match: MatchCode, person: PersonId) -> str:
        """Return the single-use code for the person's place: the one that is out, or a new one."""
        known = await people.open_code(self._tx, person, self._here.unit.now, match=match)
        return known or await self.new_match_code(match, person)

    async def new_match_code(self, match: MatchCode, person: PersonId) -> str:
        """Return a new single-use code for the person's place; the earlier one is void."""
        return await self._invitation(match, person)

    async def place_code(self, competition: CompetitionCode, person: PersonId) -> str:
        """Return the single-use code for the person's place: the one that is out, or a new one."""
        now = self._here.unit.now
        known = await people.open_code(self._tx, person, now, competition=competition)
        return known or await self.new_place_code(competition, person)

    async def new_place_code(self, competition: CompetitionCode, person: PersonId) -> str:
        """Return a new single-use code for the person's place; the earlier one is void."""
        return await self._invitation(None, person, competition)

    async def invite_arbiter(self) -> str:
        """Return a new single-use code that makes whoever opens it an arbiter."""
        return await self._invitation(None, None)

    async def invite_rating_keeper(self) -> str:
        """Return a new single-use code that makes whoever opens it a rating keeper."""
        return await self._invitation(None, None, role=RATING_KEEPER)

    async def _invitation(
        self,
        match: MatchCode | None,
        person: PersonId | None,
        competition: CompetitionCode = NO_COMPETITION,
        *,
        role: str = "",
    ) -> str:
        code = secrets.token_urlsafe(CODE_BYTES)
        new = Invite(
            code=code,
            match_id=match,
            person=person,
            expires_at=self._here.unit.now + INVITE_LIFE,
            competition=competition,
            role=role,
        )
        await people.invite(self._tx, new, self._here.unit.now)
        return code

    async def invitation(self, code: str) -> Invite | None:
        """Return the invitation of that code, still good or not; None: there never was one."""
        return await people.find_invite(self._tx, code)

    async def used(self, said: Said, invite: Invite) -> bool:
        """Note that the person has used the invitation; False: somebody was faster."""
        return await people.use_invite(self._tx, invite.code, said.person.id, said.at)

    async def has_part(self, person: PersonId) -> bool:
        """Return whether the person has, or had, a part in anything that is kept."""
        known = await self.get(person)
        return known.arbiter or known.rating_keeper or await personal.has_part(self._tx, person)

    async def become(self, said: Said, expected: PersonId) -> Said:
        """Make who has no part in anything the person who was expected, under the name written."""
        await people.take_over(self._tx, expected, said.person)
        for person in (said.person.id, expected):
            self._known.pop(person, None)
        return replace(said, person=await self.get(expected))

    async def make_arbiter(self, said: Said) -> None:
        """Make the person an arbiter."""
        await self.alter(said.person.id, arbiter=True)

    async def make_rating_keeper(self, said: Said) -> None:
        """Let the person publish rating lists."""
        await self.alter(said.person.id, rating_keeper=True)

    def is_operator(self, said: Said) -> bool:
        """Return whether the person is one of those who run the bot."""
        return said.incoming.sender.id in self._here.shared.operators
