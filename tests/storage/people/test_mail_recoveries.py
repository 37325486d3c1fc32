"""Links by mail: three an hour, each used once, and void with what they were for."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.db import Database
from storage.people import devices, mail_addresses, mail_recoveries, people
from storage.people.devices import DeviceEnd
from storage.people.mail_recoveries import LIFE, MOST, WITHIN, Recovery
from storage.people.people import Habits
from storage.schema import mail_recoveries as rows

KEY = b"installation"
NOW = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
ADDRESS = "Ana@example.org"
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


async def ana_of(tx: AsyncConnection) -> PersonId:
    """Return a new person with a confirmed address."""
    ana = (await people.create(tx, "Ana Pop", HABITS)).id
    await mail_addresses.confirm(tx, ana, ADDRESS, NOW)
    return ana


async def asked(tx: AsyncConnection, ana: PersonId, at: datetime = NOW) -> Recovery:
    """Return a request that is not one too many."""
    found = await mail_recoveries.ask(tx, ana, ADDRESS, at)
    assert found is not None
    return found


async def test_a_code_is_used_once_with_the_right_key_and_in_time(db: Database) -> None:
    """Another key or proof gives nobody, and neither does a second or a late use."""
    async with db.transaction() as tx:
        ana = await ana_of(tx)
        code = (await asked(tx, ana)).code(KEY)
        for wrong in (code[:-1], f"{code[:-1]}é", code.partition(".")[0], "", "a.b"):
            assert await mail_recoveries.take(tx, wrong, KEY, NOW) is None
        assert await mail_recoveries.take(tx, code, b"another", NOW) is None
        assert await mail_recoveries.take(tx, code, KEY, NOW + LIFE) is None
        assert await mail_recoveries.take(tx, code, KEY, NOW + LIFE - timedelta(seconds=1)) == ana
        assert await mail_recoveries.take(tx, code, KEY, NOW) is None


async def test_requests_are_counted_for_an_hour(db: Database) -> None:
    """Used and void ones count, too; pruning keeps those that count."""
    async with db.transaction() as tx:
        ana = await ana_of(tx)
        for minute in range(MOST):
            await asked(tx, ana, NOW + timedelta(minutes=minute))
        late = NOW + WITHIN - timedelta(seconds=1)
        await mail_recoveries.prune(tx, late)
        assert await mail_recoveries.ask(tx, ana, ADDRESS, late) is None
        await mail_recoveries.prune(tx, NOW + WITHIN)
        assert len((await tx.execute(select(rows.c.salt))).all()) == MOST - 1
        await asked(tx, ana, NOW + WITHIN)


async def test_a_code_ends_with_devices_and_address(db: Database) -> None:
    """Ended devices and a newly confirmed address, even the same, void it; so does no address."""
    async with db.transaction() as tx:
        for change in ("devices", "confirmed", "ended"):
            ana = await ana_of(tx)
            code = (await asked(tx, ana)).code(KEY)
            if change == "devices":
                await devices.end(tx, ana, DeviceEnd.SELF, NOW)
            elif change == "confirmed":
                await mail_addresses.confirm(tx, ana, ADDRESS, NOW)
            else:
                await mail_addresses.remove(tx, ana)
            assert await mail_recoveries.take(tx, code, KEY, NOW) is None, change


async def test_all_people_of_an_address_are_found_in_any_letters(db: Database) -> None:
    """A family may share one."""
    async with db.transaction() as tx:
        both = [await ana_of(tx), await ana_of(tx)]
        assert await mail_recoveries.confirmed_by(tx, "aNA@Example.ORG") == both
        assert await mail_recoveries.confirmed_by(tx, "ana@example.com") == []
