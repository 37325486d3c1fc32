"""Changes of people: expected players, settings, roles, and invitations.

An invitation gives its seat to one person; only their writer may then write for them (art. 9.6).
"""

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Unpack

from bot.runtime.shared import UserInput
from bot.runtime.shown_menus import menu_of, record_menu
from bot.service.context import Context
from bot.service.readers.people.persons import Persons, readable_name
from bot.texts.messages import Notice
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from engine.person_names import given_name_first
from storage.people import account_transfer, invitations, people
from storage.people.invitations import Invite, InviteRole
from storage.people.people import PersonChanges

INVITE_LIFE = timedelta(days=60)
"""The validity of an invitation."""
CODE_BYTES = 12
"""96 bits, so that invitations cannot be guessed."""


class PersonActs:
    """Writes changes of people."""

    def __init__(self, context: Context, persons: Persons) -> None:
        self._context, self._persons = context, persons
        self._tx = context.unit.tx

    async def expect(self, name: str, *, club: str = "") -> PersonId:
        """Create a placeholder person by name, or by name and club; return their number."""
        readable = readable_name(given_name_first(name)) or "?"
        person = (await people.create(self._tx, readable, self._context.shared.habits)).id
        if club:
            await self.alter(person, club=readable_name(club))
        return person

    async def alter(self, person: PersonId, **changes: Unpack[PersonChanges]) -> None:
        """Change fields of a person."""
        await people.change(self._tx, person, **changes)
        self._persons.forget(person)

    async def change_own(self, user_input: UserInput, **changes: Unpack[PersonChanges]) -> None:
        """Change fields of the person who writes."""
        await self.alter(user_input.person.id, **changes)

    async def set_language(self, user_input: UserInput, language: str) -> None:
        """Set the person's language, including their command menu."""
        await self.alter(user_input.person.id, language=language)
        await self.show_menu(user_input.person.id)

    async def show_menu(self, person: PersonId) -> None:
        """Send the person the command menu of their role; without a role, the players' menu.

        The role is stored, so that its menu is removed with it.
        """
        known = await self._persons.get(person)
        if known.address is None:
            return
        menu = menu_of(known, self._context.shared.operators)
        await record_menu(self._tx, person, menu, self._context.unit.now)
        self._context.unit.say(Notice(to=known.address, menu=str(menu)))

    async def match_invitation(self, match: MatchCode, person: PersonId) -> str:
        """Return the one-time code for the person's seat: the valid one, or a new one."""
        valid = await invitations.open_code(self._tx, person, self._context.unit.now, match=match)
        return valid or await self.new_match_invitation(match, person)

    async def new_match_invitation(self, match: MatchCode, person: PersonId) -> str:
        """Return a new one-time code for the person's seat; the earlier one becomes invalid."""
        return await self._invite_to_seat(person, match=match)

    async def place_invitation(self, competition: CompetitionCode, person: PersonId) -> str:
        """Return the one-time code for the person's seat: the valid one, or a new one."""
        now = self._context.unit.now
        valid = await invitations.open_code(self._tx, person, now, competition=competition)
        return valid or await self.new_place_invitation(competition, person)

    async def new_place_invitation(self, competition: CompetitionCode, person: PersonId) -> str:
        """Return a new one-time code for the person's seat; the earlier one becomes invalid."""
        return await self._invite_to_seat(person, competition=competition)

    async def invite_arbiter(self) -> str:
        """Return a new one-time code that makes its user an arbiter."""
        return await self._invite_to_role(InviteRole.ARBITER)

    async def invite_rating_keeper(self) -> str:
        """Return a new one-time code that makes its user a ratings officer."""
        return await self._invite_to_role(InviteRole.RATING_KEEPER)

    async def _invite_to_role(self, role: InviteRole) -> str:
        """Store an invitation to the role, for the first person who opens it; return its code."""
        return await self._store(
            Invite(
                code=secrets.token_urlsafe(CODE_BYTES),
                match_id=None,
                person=None,
                expires_at=self._context.unit.now + INVITE_LIFE,
                role=role,
            )
        )

    async def _invite_to_seat(
        self,
        person: PersonId,
        *,
        match: MatchCode | None = None,
        competition: CompetitionCode = NO_COMPETITION,
    ) -> str:
        """Store an invitation to the person's seat in a match or competition; return its code."""
        return await self._store(
            Invite(
                code=secrets.token_urlsafe(CODE_BYTES),
                match_id=match,
                person=person,
                expires_at=self._context.unit.now + INVITE_LIFE,
                competition=competition,
            )
        )

    async def _store(self, new: Invite) -> str:
        """Store the invitation; return its code."""
        await invitations.invite(self._tx, new, self._context.unit.now)
        return new.code

    async def mark_used(self, user_input: UserInput, invite: Invite) -> bool:
        """Mark the invitation as used by the person; False if it is no longer valid."""
        return await invitations.use_invite(
            self._tx, invite.code, user_input.person.id, user_input.at
        )

    async def become(self, user_input: UserInput, expected: PersonId) -> UserInput:
        """Turn the person into the expected person, under the written name.

        The caller has checked that they have no part in anything, which would be lost.
        """
        await account_transfer.transfer(self._tx, expected, user_input.person)
        self._persons.forget(user_input.person.id, expected)
        return replace(user_input, person=await self._persons.get(expected))

    async def make_arbiter(self, user_input: UserInput) -> None:
        """Make the person an arbiter, with the arbiter's command menu."""
        await self.alter(user_input.person.id, arbiter=True)
        await self.show_menu(user_input.person.id)

    async def dismiss(self, arbiter: PersonId) -> None:
        """Remove the person's role as arbiter, with its command menu."""
        await self.alter(arbiter, arbiter=False, volunteer=False)
        await self.show_menu(arbiter)

    async def make_rating_keeper(self, user_input: UserInput) -> None:
        """Let the person publish rating lists."""
        await self.alter(user_input.person.id, rating_keeper=True)
