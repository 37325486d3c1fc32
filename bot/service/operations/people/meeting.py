"""Identifies the author of a message: new or known, joining a seat, leaving or returning."""

from dataclasses import replace

from bot.service.readers.people.persons import readable_name
from bot.service.recording.recorder import Recorder
from bot.texts.command_menus import MenuName
from bot.texts.languages import negotiate
from bot.texts.messages import Incoming, Notice
from engine.ids import PersonId
from storage.people import people
from storage.people.people import Person
from storage.play import reading_ahead


class Meeting:
    """Records authors of messages, and notifies others where it matters."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def author_of(self, incoming: Incoming) -> Person:
        """Return the author; store a new person, and a known one's chat and return."""
        person = await self._stored_author(incoming)
        self._recorder.persons.note(person)
        return person

    async def _stored_author(self, incoming: Incoming) -> Person:
        """Return the person who wrote; store a newcomer, or a changed name or chat.

        A person who had blocked the bot gets the sheets that they missed.
        """
        sender = incoming.sender
        account_name = readable_name(sender.name)
        await reading_ahead.author(self._recorder.unit.tx, sender.id)
        known = await people.by_account(self._recorder.unit.tx, sender.id)
        if known is None:
            language = negotiate(sender.language)
            if language != negotiate(None):  # the menu button of all chats is in the usual one
                menu = str(MenuName(language))
                self._recorder.unit.say(Notice(to=incoming.chat, menu=menu))
            return await people.create(
                self._recorder.unit.tx,
                account_name or str(sender.id),
                self._recorder.shared.habits,
                account=sender.id,
                address=incoming.chat,
                language=language,
                account_name=account_name,
            )
        if known.account_name != account_name:
            name = known.name
            if name == str(sender.id):  # so far the account's number has served as the name
                name = account_name or name
            await people.change(
                self._recorder.unit.tx, known.id, account_name=account_name, name=name
            )
            known = replace(known, account_name=account_name, name=name)
        if known.address != incoming.chat or not known.reachable:
            await people.change(
                self._recorder.unit.tx, known.id, address=incoming.chat, reachable=True
            )
            if not known.reachable:
                await self._recorder.welcome_back(known)
            return replace(known, address=incoming.chat, reachable=True)
        return known

    async def name_with(self, person: PersonId, invited: PersonId) -> str:
        """Return the person's future name once they take the seat of `invited`.

        A person without any seat gets the name that an arbiter wrote. A person with a seat, past
        or present, keeps their name.
        """
        keeps = person == invited or await self.has_place(person)
        return await self._recorder.persons.name(person if keeps else invited)

    async def take_name(self, person: PersonId, invited: PersonId) -> None:
        """Give the person who takes the seat of `invited` the name of `name_with`."""
        if person != invited and not await self.has_place(person):
            expected = await self._recorder.persons.get(invited)
            await self._recorder.person_acts.alter(person, name=expected.name, club=expected.club)

    async def has_place(self, person: PersonId) -> bool:
        """Return whether the person plays, or has played, in any match or competition."""
        matches, competitions = self._recorder.matches, self._recorder.competitions
        return await matches.any_of(person) or await competitions.any_of(person)

    async def restore_name(self, person: PersonId) -> None:
        """Restore the account's own name for a person without any seat.

        A person whom a writer stood for has no account, and keeps the only name that they have.
        """
        known = await self._recorder.persons.get(person)
        if known.address is not None and not await self.has_place(person):
            name = known.account_name or str(known.account or known.id)
            await self._recorder.person_acts.alter(person, name=name, club="")

    async def note_blocked(self, incoming: Incoming) -> None:
        """Record that a person has blocked or unblocked the bot.

        The arbiters of their running games are notified of both, once; a refused message may have
        shown the block first. A person who returns gets missed sheets.
        """
        known = await people.by_account(self._recorder.unit.tx, incoming.sender.id)
        if known is None or known.reachable is not incoming.blocked:
            return  # unknown, or recorded already
        await self._recorder.person_acts.alter(known.id, reachable=not incoming.blocked)
        if incoming.blocked:
            await self._recorder.notify_arbiters_of_unreachable(known)
        else:
            await self._recorder.welcome_back(known)
