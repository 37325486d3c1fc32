"""The people side of the desk: who speaks, who is named, who is invited.

A person is told apart by his Telegram id, never by his user name; the name the arbiter gave him
stays, whatever he calls himself. A place in a match belongs to one such id: nobody else can write
for the player (art. 9.6).
"""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.language.formats import clean
from bot.language.i18n import negotiate
from bot.messages import Incoming, Notice, Text
from bot.office.shared import Said
from bot.words.cast import Member
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from storage import people
from storage.people import RATING_KEEPER, Invite, Person

if TYPE_CHECKING:
    from bot.desk.desk import Desk

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

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx
        self._known: dict[PersonId, Person] = {}
        self._newcomer: PersonId | None = None
        """Who has been met in this very unit of work, and so has no part in anything."""

    async def of(self, incoming: Incoming) -> Person:
        """Return who speaks; a new face is noted, and a known one's chat and return."""
        person = await self._met(incoming)
        self._known[person.id] = person
        return person

    async def _met(self, incoming: Incoming) -> Person:
        sender = incoming.sender
        known = await people.by_telegram(self._tx, sender.id)
        if known is None:
            person = await people.create(
                self._tx,
                readable_name(sender.name) or str(sender.id),
                self._desk.shared.habits,
                telegram_id=sender.id,
                chat=incoming.chat,
                language=negotiate(sender.language),
            )
            self._newcomer = person.id
            return person
        if known.chat != incoming.chat or not known.reachable:
            await people.change(self._tx, known.id, chat=incoming.chat, reachable=True)
            if not known.reachable:
                await self._desk.tell_missed(known.id)
            return replace(known, chat=incoming.chat, reachable=True)
        return known

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
        person = (await people.create(self._tx, known, self._desk.shared.habits)).id
        if club:
            await self._change(person, club=readable_name(club))
        return person

    async def _change(self, person: PersonId, **changes: Any) -> None:
        await people.change(self._tx, person, **changes)
        self._known.pop(person, None)

    async def change(self, said: Said, **changes: Any) -> None:
        """Change a setting of whoever speaks."""
        await self._change(said.person.id, **changes)

    async def speak(self, said: Said, language: str) -> None:
        """Speak to the person in that language from now on; his command menu is in it, too."""
        await self._change(said.person.id, language=language)
        if not said.person.arbiter:  # his has more in it, and is kept by `bot.program.menus`
            self._desk.unit.say(Notice(to=said.incoming.chat, menu=language))

    async def again(self, said: Said) -> Said:
        """Return the same with the person as he is noted now."""
        return replace(said, person=await self.get(said.person.id))

    async def invite(self, match: MatchCode, person: PersonId) -> str:
        """Return a new single-use code for that person's place; his earlier ones are void."""
        return await self._invitation(match, person)

    async def place_code(self, competition: CompetitionCode, person: PersonId) -> str:
        """Return the single-use code for the person's place: the one that is out, or a new one."""
        known = await people.open_code(self._tx, competition, person, self._desk.unit.now)
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
            expires_at=self._desk.unit.now + INVITE_LIFE,
            competition=competition,
            role=role,
        )
        await people.invite(self._tx, new)
        return code

    async def open_invite(self, code: str) -> Invite | None:
        """Return the invitation of that code, if it is still good."""
        return await people.find_invite(self._tx, code, self._desk.unit.now)

    async def used(self, said: Said, invite: Invite) -> bool:
        """Note that the person has used the invitation; False: somebody was faster."""
        return await people.use_invite(self._tx, invite.code, said.person.id, said.at)

    async def bind(self, said: Said, invited: PersonId) -> PersonId:
        """Return who takes the place kept for `invited`: the person, under the name given there.

        Who has no place anywhere yet takes over the name the arbiter wrote; who has played, or is
        to play, under a name of his own keeps it.
        """
        expected, person = await self.get(invited), said.person.id
        if person != invited and not await self._has_place(person):
            await self._change(person, name=expected.name, club=expected.club)
        return person

    async def _has_place(self, person: PersonId) -> bool:
        matches, competitions = self._desk.matches, self._desk.competitions
        return await matches.any_of(person) or bool(await competitions.all_played(person))

    def is_newcomer(self, said: Said) -> bool:
        """Return whether the bot meets the person for the first time, by this very message."""
        return said.person.id == self._newcomer

    async def become(self, said: Said, expected: PersonId) -> Said:
        """Make a newcomer the person who was expected, under the name written for him."""
        await people.take_over(self._tx, expected, said.person)
        for person in (said.person.id, expected):
            self._known.pop(person, None)
        return replace(said, person=await self.get(expected))

    async def make_arbiter(self, said: Said) -> None:
        """Make the person an arbiter."""
        await self._change(said.person.id, arbiter=True)

    async def make_rating_keeper(self, said: Said) -> None:
        """Let the person publish rating lists."""
        await self._change(said.person.id, rating_keeper=True)

    def is_operator(self, said: Said) -> bool:
        """Return whether the person is one of those who run the bot."""
        return said.incoming.sender.id in self._desk.shared.operators

    async def note_blocked(self, incoming: Incoming) -> None:
        """Note that a person has blocked the bot, or let it in again."""
        known = await people.by_telegram(self._tx, incoming.sender.id)
        if known is None:
            return
        await self._change(known.id, reachable=not incoming.blocked)
        if incoming.blocked:
            await self._desk.tell_arbiters_unreachable(known)
        elif not known.reachable:
            await self._desk.tell_missed(known.id)
