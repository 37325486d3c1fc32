"""Who speaks: a new face or a known one, come to his place, gone or back again."""

from dataclasses import replace

from bot.runtime.shared import Said
from bot.service.people.persons import readable_name
from bot.service.recording import Recorder
from bot.texts.i18n import negotiate
from bot.texts.messages import Incoming
from engine.ids import PersonId
from storage.people import people
from storage.people.people import Person


class Meeting:
    """Notes who speaks, and tells others where it matters to them."""

    def __init__(self, service: Recorder) -> None:
        self._service = service

    async def of(self, incoming: Incoming) -> Person:
        """Return who speaks; a new face is noted, and a known one's chat and return."""
        person = await self._met(incoming)
        self._service.persons.note(person)
        return person

    async def _met(self, incoming: Incoming) -> Person:
        sender = incoming.sender
        account = readable_name(sender.name)
        known = await people.by_telegram(self._service.unit.tx, sender.id)
        if known is None:
            return await people.create(
                self._service.unit.tx,
                account or str(sender.id),
                self._service.shared.habits,
                telegram_id=sender.id,
                chat=incoming.chat,
                language=negotiate(sender.language),
                account=account,
            )
        if known.account != account:
            # Of whom nothing was known but the number, not even a name: now there is one.
            name = account or known.name if known.name == str(sender.id) else known.name
            await people.change(self._service.unit.tx, known.id, account=account, name=name)
            known = replace(known, account=account, name=name)
        if known.chat != incoming.chat or not known.reachable:
            await people.change(self._service.unit.tx, known.id, chat=incoming.chat, reachable=True)
            if not known.reachable:
                await self._service.tell_missed(known.id)
            return replace(known, chat=incoming.chat, reachable=True)
        return known

    async def name_with(self, person: PersonId, invited: PersonId) -> str:
        """Return by which name the person will go once he has the place kept for `invited`.

        Who has no place anywhere yet by the one an arbiter wrote for it; who has played, or is to
        play, under a name of his own keeps that.
        """
        keeps = person == invited or await self.has_place(person)
        return (await self._service.persons.get(person if keeps else invited)).name

    async def bind(self, said: Said, invited: PersonId) -> PersonId:
        """Return who takes the place kept for `invited`: the person, under `name_with`."""
        expected, person = await self._service.persons.get(invited), said.person.id
        if person != invited and not await self.has_place(person):
            await self._service.person_acts.alter(person, name=expected.name, club=expected.club)
        return person

    async def has_place(self, person: PersonId) -> bool:
        """Return whether the person plays, or has played, in some match or competition."""
        matches, competitions = self._service.matches, self._service.competitions
        return await matches.any_of(person) or bool(await competitions.all_played(person))

    async def let_go(self, person: PersonId) -> None:
        """Call a person by his account's own name again, if he has no place any more."""
        if not await self.has_place(person):
            known = await self._service.persons.get(person)
            name = known.account or str(known.telegram_id or known.id)
            await self._service.person_acts.alter(person, name=name, club="")

    async def note_blocked(self, incoming: Incoming) -> None:
        """Note that a person has blocked the bot, or let it in again."""
        known = await people.by_telegram(self._service.unit.tx, incoming.sender.id)
        if known is None:
            return
        await self._service.person_acts.alter(known.id, reachable=not incoming.blocked)
        if incoming.blocked:
            await self._service.tell_arbiters_unreachable(known)
        elif not known.reachable:
            await self._service.tell_missed(known.id)
