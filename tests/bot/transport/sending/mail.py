"""Messages that courier tests queue, and those that arrived."""

from bot.texts.messages import Notice, say
from bot.texts.pictures import CompetitionSheet, TimeSheet
from sandbox import SandboxUser
from storage.db import Database
from storage.queues import outbox

SHEET = CompetitionSheet("G1", 7)
CLOCK = TimeSheet("G1", 7)


def note(to: SandboxUser, number: int) -> Notice:
    """Return a message that its number identifies."""
    return Notice(to=to.id, text=say("button.read_plain", text=str(number)))


def numbers(user: SandboxUser) -> list[int]:
    """Return the numbers of the messages that the person sees, in order."""
    return [
        int("".join(filter(str.isdigit, message.text)))
        for message in user.messages
        if message.from_bot
    ]


async def states(database: Database) -> dict[str, int]:
    """Return the number of outbox rows in each state, without empty ones."""
    async with database.reading() as tx:
        return {state: count for state, count in (await outbox.counts(tx)).items() if count}
