"""Ended devices: the reason of each, stored for a time without its person."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from storage.db import Database
from storage.hashes import hashed
from storage.people import device_codes, devices, people
from storage.people.devices import ENDED_FOR, DeviceEnd
from storage.people.people import Habits
from storage.schema import ended_devices

NOW = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


async def test_the_reason_is_stored_for_a_time(db: Database) -> None:
    """A token finds the reason until its time is over; then nothing is left of the device."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        for token in ("one", "other"):
            until = NOW + timedelta(days=400)
            await devices.add(tx, ana, hashed(token), "Chrome, Android", NOW, until)
        (first, _) = await devices.of_person(tx, ana, NOW)
        await devices.end(tx, ana, DeviceEnd.SELF, NOW, first.id)
        await devices.end(tx, ana, DeviceEnd.SEAT_FREED, NOW)

        found = [await devices.ended(tx, token, NOW) for token in ("one", "other", "none")]
        assert [each and each.why for each in found] == [DeviceEnd.SEAT_FREED, DeviceEnd.SELF, None]

        late = NOW + ENDED_FOR
        assert await devices.ended(tx, "one", late) is None
        await devices.prune(tx, late)
        assert (await tx.execute(select(ended_devices))).all() == []


async def test_an_empty_code_counts_against_no_link(db: Database) -> None:
    """Only a code of digits can be guessed; the code of a link stays valid."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        await device_codes.offer_link(tx, ana, "link", NOW + timedelta(hours=1))
        for _ in range(device_codes.MOST_MISSES):
            await device_codes.missed(tx, "")

        assert await device_codes.take(tx, "link", NOW) == ana


async def test_digits_leave_a_persons_link_valid_and_differ_from_others(db: Database) -> None:
    """A link that an arbiter sent still adds a device, and no two people get the same digits."""
    until = NOW + timedelta(hours=1)
    async with db.transaction() as tx:
        owners = [(await people.create(tx, f"Ana {number}", HABITS)).id for number in range(10)]
        await device_codes.offer_link(tx, owners[0], "link", until)

        codes = [await device_codes.offer_digits(tx, owner, 1, until) for owner in owners]

        assert [await device_codes.take(tx, code, NOW) for code in codes] == owners
        assert await device_codes.take(tx, "link", NOW) == owners[0]
