"""Groups the bot writes to, as a service has them: linked by a code, posted to, lost, moved.

A competition's group hears of starts, results and standings; an arbiter's archive takes his copies
(`bot.service.notify`). Nothing else is ever written to a group, and nothing of a game but its
result: no letters, no placements, nothing anybody wrote (`bot.texts.notices.competitions.posts`
words what is posted).
"""

from typing import TYPE_CHECKING

from bot.texts.i18n import negotiate
from bot.texts.messages import Incoming
from engine.ids import CompetitionCode, PersonId
from storage.competitions import groups
from storage.competitions.groups import Copies, GroupChat
from storage.people import people
from storage.people.people import Person

if TYPE_CHECKING:
    from bot.service.context import Context

NOBODY = PersonId(0)
"""No person's number: somebody in a group whom the bot does not know."""


class Groups:
    """Groups, and who speaks in them."""

    def __init__(self, here: "Context") -> None:
        self._here = here
        self._tx = here.unit.tx

    async def speaker(self, incoming: Incoming) -> Person:
        """Return who speaks in a group: known already, or nobody whom anything is kept of."""
        known = await people.by_telegram(self._tx, incoming.sender.id)
        if known is not None:
            return known
        habits = self._here.shared.habits
        return Person(
            id=NOBODY,
            telegram_id=incoming.sender.id,
            chat=None,
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
        """Return what a group is linked to, if it is."""
        return await groups.of_chat(self._tx, chat)

    async def of_competition(self, code: CompetitionCode) -> GroupChat | None:
        """Return a competition's group, if it has one."""
        return await groups.of_competition(self._tx, code)

    async def copies_of(self, person: "PersonId") -> Copies:
        """Return where an arbiter wants his copies."""
        return await groups.copies_of(self._tx, person)

    async def archive_of(self, person: "PersonId") -> GroupChat | None:
        """Return an arbiter's archive group, if he has one."""
        return await groups.archive_of(self._tx, person)


def post_key(code: CompetitionCode) -> str:
    """Return how the keys of a competition's posted results begin."""
    return f"post:{code}:"
