"""Reads the groups that the bot writes to, and the people who write in them.

A competition's group gets starts, results and standings; an arbiter's archive gets sheet copies
(`bot.service.notices.notifier`). A group gets nothing else, and of a game only the result: no
letters, moves or messages. `bot.service.recording.competitions.group_acts` links them.
"""

from bot.service.context import Context
from bot.texts.languages import negotiate
from bot.texts.messages import Incoming
from engine.ids import CompetitionCode, PersonId
from storage.competitions import groups, sheet_copies
from storage.competitions.groups import GroupChat
from storage.competitions.sheet_copies import Copies
from storage.people import people
from storage.people.people import Person

NOBODY = PersonId(0)
"""No person's number: an unknown person in a group."""


class Groups:
    """All reads of groups and of people who write in them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tx = context.unit.tx

    async def speaker(self, incoming: Incoming) -> Person:
        """Return the person who writes in a group; an unknown one is `NOBODY`, without data."""
        known = await people.by_account(self._tx, incoming.sender.id)
        if known is not None:
            return known
        habits = self._context.shared.habits
        return Person(
            id=NOBODY,
            account=incoming.sender.id,
            address=None,
            name=incoming.sender.name,
            language=negotiate(incoming.sender.language),
            time_zone=habits.time_zone,
            reminder_hour=habits.reminder_hour,
            quiet_from=None,
            quiet_to=None,
            reachable=False,
            arbiter=False,
            club="",
        )

    async def of_chat(self, chat: int) -> GroupChat | None:
        """Return the link of a group, or None."""
        return await groups.of_chat(self._tx, chat)

    async def of_competition(self, code: CompetitionCode) -> GroupChat | None:
        """Return a competition's group, or None."""
        return await groups.of_competition(self._tx, code)

    async def copies_of(self, person: PersonId) -> tuple[Copies, GroupChat | None]:
        """Return where an arbiter's sheet copies go, and the archive group if they go there.

        They come daily while no group is the archive that the arbiter chose.
        """
        copies = await sheet_copies.of(self._tx, person)
        if copies is not Copies.ARCHIVE:
            return copies, None
        archive = await self.archive_of(person)
        return (copies, archive) if archive is not None else (Copies.DAILY, None)

    async def archive_of(self, person: PersonId) -> GroupChat | None:
        """Return an arbiter's archive group, or None."""
        return await groups.archive_of(self._tx, person)


def post_key(code: CompetitionCode) -> str:
    """Return the start of the keys of a competition's posted results."""
    return f"post:{code}:"
