"""Whose chat shows which command menu."""

from bot.program.stored_offices import StoredOffices
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from storage.db import Database
from storage.people import people
from storage.people.addresses import new_browser
from tests.bot.conftest import MAY_DAY
from tests.bot.documents.dossier.match import HABITS


async def test_an_arbiter_in_a_browser_has_no_menu_at_telegram(database: Database) -> None:
    """Telegram would refuse the call at each start, since it knows no such chat."""
    async with database.transaction() as tx:
        for name, address in (("Ana Pop", 7), ("Ion Radu", new_browser())):
            arbiter = await people.create(tx, name, HABITS, account=address, address=address)
            await people.change(tx, arbiter.id, arbiter=True)
    menus = await StoredOffices(Runtime(database, FixedClock(MAY_DAY)), ()).menus()

    assert list(menus) == [7]
