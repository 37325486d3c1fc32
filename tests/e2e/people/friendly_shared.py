"""A friendly request whose link also works in a browser."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table
from tests.e2e.matches.requests_shared import Strangers
from tests.e2e.people.mail_shared import MailWorld

MARK = "/app/#joc="


async def offered(table: Table, terms: str) -> tuple[SandboxUser, Message]:
    """Have Ion make a request on these terms; return Ion and the bot's answer."""
    ion = table.sandbox.add_user("Ion Rus", language_code="ro")
    return ion, await Strangers(table, ion, ion).offer(terms)


async def web_link(world: MailWorld) -> tuple[SandboxUser, str]:
    """Have Ion make an unrated request by link; return Ion and the token in its web link."""
    ion, card = await offered(world.table, "play:10:1:link")
    return ion, card.text.rpartition(MARK)[2].split()[0]
