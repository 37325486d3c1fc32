"""A match between a player in a browser and one in Telegram."""

from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.harness import Table
from tests.e2e.mini_app import MiniApp


async def seated(table: Table, web: MiniApp) -> tuple[str, BrowserUser, SandboxUser]:
    """Seat Ana in a browser, then Ion in Telegram; return the match and both."""
    code, one, other = await table.invite()
    ana, ion = BrowserUser(web), table.sandbox.add_user("Ionel", language_code="ro")
    assert (await ana.take(seat_of(one))).status_code == 200
    await table.join(ion, other)
    await table.settle()
    return code, ana, ion
