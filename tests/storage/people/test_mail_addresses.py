"""Codes that confirm an address: six digits, five tries, ten minutes."""

from datetime import UTC, datetime, timedelta

from bot.runtime.config.checks import is_mail_address
from storage.db import Database
from storage.people import mail_addresses, mail_codes, people
from storage.people.mail_codes import DIGITS, MOST_MISSES
from storage.people.people import Habits

KEY = b"installation"
NOW = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


async def test_the_table_alone_gives_no_code(db: Database) -> None:
    """The code needs the installation's key, and each request has another code."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        codes = []
        for _again in range(4):
            code = await mail_codes.ask(tx, ana, "ana@example.org", NOW)
            codes.append(code.code(KEY))
            assert code.code(KEY) != code.code(b"another")
            assert code.code(KEY) not in repr(code)
    assert all(len(each) == DIGITS and each.isdecimal() for each in codes)
    assert len(set(codes)) > 1


async def test_a_code_ends_after_its_time_and_after_five_wrong_tries(
    db: Database,
) -> None:
    """A new request begins a new count."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        await mail_codes.ask(tx, ana, "ana@example.org", NOW + timedelta(minutes=10))
        assert await mail_codes.pending(tx, ana, NOW + timedelta(minutes=10)) is None
        left = [await mail_codes.missed(tx, ana) for _ in range(MOST_MISSES + 1)]
        assert left == [4, 3, 2, 1, 0, 0]
        assert await mail_codes.pending(tx, ana, NOW) is None
        await mail_codes.ask(tx, ana, "ana@example.org", NOW + timedelta(minutes=10))
        assert await mail_codes.pending(tx, ana, NOW) is not None


async def test_a_mail_is_accepted_for_the_address_that_had_it(db: Database) -> None:
    """A slow server may accept one when its reader has confirmed another address."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        await mail_addresses.confirm(tx, ana, "pop@example.org", NOW)
        for address, accepted_at in (("ana@example.org", None), ("pop@example.org", NOW)):
            await mail_addresses.accept(tx, ana, address, NOW, "mail.example.org")
            own = await mail_addresses.of(tx, ana)
            assert own is not None
            assert own.accepted_at == accepted_at


async def test_a_new_address_replaces_a_refused_one(db: Database) -> None:
    """A confirmed address gets mails, whatever became of the former one."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        await mail_addresses.confirm(tx, ana, "ana@example.org", NOW)
        await mail_addresses.refuse(tx, ana, NOW, "mail.example.org")
        refused = await mail_addresses.of(tx, ana)
        await mail_addresses.confirm(tx, ana, "pop@example.org", NOW)
        own = await mail_addresses.of(tx, ana)
        assert await mail_addresses.counts(tx) == {"confirmed": 1, "refused": 0, "stopped": 0}
        assert await mail_addresses.stop(tx, ana, NOW)
        assert not await mail_addresses.stop(tx, ana, NOW)
        assert await mail_addresses.counts(tx) == {"confirmed": 0, "refused": 0, "stopped": 1}
        assert await mail_addresses.remove(tx, ana)
        assert await mail_addresses.of(tx, ana) is None
        assert not await mail_addresses.remove(tx, ana)
    assert refused is not None
    assert own is not None
    assert (refused.is_used, own.is_used, own.address) == (False, True, "pop@example.org")


def test_one_plain_address_is_accepted() -> None:
    """No name, no list, no line break, nothing beyond a domain."""
    good = ["ana@example.org", "a.b+c@sub.example.co.uk", "x@xn--bcher-kva.example"]
    bad = ["", "ana", "ana@", "@example.org", "ana@localhost", "a b@example.org", "a@b@c.org"]
    bad += ["ana@example.org\nBcc: x@example.org", "Ana <ana@example.org>", "a@example.org,b@c.org"]
    bad += ["a@-example.org", "a..b@example.org", f"{'a' * 250}@example.org", "ană@example.org"]
    assert [each for each in good if not is_mail_address(each)] == []
    assert [each for each in bad if is_mail_address(each)] == []
