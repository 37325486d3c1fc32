"""Who speaks: a new face or a known one, come to his place, gone or back again."""

from dataclasses import replace

from bot.runtime.shared import Said
from bot.service.notify import Teller
from bot.service.persons import readable_name
from bot.texts.i18n import negotiate
from bot.texts.messages import Incoming
from engine.ids import PersonId
from storage import people
from storage.people import Person


class Meeting:
    """Notes who speaks, and tells others where it matters to them."""

    def __init__(self, service: Teller) -> None:
        self._service = service

    async def of(self, incoming: Incoming) -> Person:
        """Return who speaks; a new face is noted, and a known one's chat and return."""
        person = await self._met(incoming)
        self._service.persons.note(person)
        return person

    async def _met(self, incoming: Incoming) -> Person:
        sender = incoming.sender
        known = await people.by_telegram(self._service.unit.tx, sender.id)
        if known is None:
            person = await people.create(
                self._service.unit.tx,
                readable_name(sender.name) or str(sender.id),
                self._service.shared.habits,
                telegram_id=sender.id,
                chat=incoming.chat,
                language=negotiate(sender.language),
            )
            self._service.persons.note(person, is_new=True)
            return person
        if known.chat != incoming.chat or not known.reachable:
            await people.change(self._service.unit.tx, known.id, chat=incoming.chat, reachable=True)
            if not known.reachable:
                await self._service.tell_missed(known.id)
            return replace(known, chat=incoming.chat, reachable=True)
        return known

    async def bind(self, said: Said, invited: PersonId) -> PersonId:
        """Return who takes the place kept for `invited`: the person, under the name given there.

        Who has no place anywhere yet takes over the name the arbiter wrote; who has played, or is
        to play, under a name of his own keeps it.
        """
        expected, person = await self._service.persons.get(invited), said.person.id
        if person != invited and not await self._has_place(person):
            await self._service.persons.alter(person, name=expected.name, club=expected.club)
        return person

    async def _has_place(self, person: PersonId) -> bool:
        matches, competitions = self._service.matches, self._service.competitions
        return await matches.any_of(person) or bool(await competitions.all_played(person))

    async def note_blocked(self, incoming: Incoming) -> None:
        """Note that a person has blocked the bot, or let it in again."""
        known = await people.by_telegram(self._service.unit.tx, incoming.sender.id)
        if known is None:
            return
        await self._service.persons.alter(known.id, reachable=not incoming.blocked)
        if incoming.blocked:
            await self._service.tell_arbiters_unreachable(known)
        elif not known.reachable:
            await self._service.tell_missed(known.id)
