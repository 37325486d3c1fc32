"""People: found by account or chat, and invited by one-time codes."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import CompetitionCode, MatchCode, PersonId
from storage.conversation import dialogues
from storage.db import Database
from storage.people import (
    account_transfer,
    calendar_addresses,
    devices,
    former_chats,
    invitations,
    people,
    personal_data,
    push_subscriptions,
    web_sessions,
)
from storage.people.invitations import Invite
from storage.people.people import Habits
from storage.people.push_subscriptions import Subscription
from storage.queues import outbox

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


async def test_a_person_is_named_before_the_bot_meets_them(db: Database) -> None:
    """A placeholder has a number and a name; account and chat come later."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS)
        ion = await people.create(tx, "Ion Rus", HABITS)
        assert ana.id != ion.id
        assert (ana.account, ana.address, ana.language) == (None, None, None)

        await people.change(tx, ana.id, account=11, address=12, language="ro")
        known = await people.get(tx, ana.id)
        assert await people.by_account(tx, 11) == known
        assert await people.by_address(tx, 12) == known
        assert await people.by_account(tx, 12) is None
    assert (known.name, known.language, known.quiet_from) == ("Ana Pop", "ro", 22)


async def test_nobody_is_not_somebody(db: Database) -> None:
    """An unknown number is refused."""
    async with db.reading() as tx:
        with pytest.raises(KeyError):
            await people.get(tx, PersonId(404))


async def test_an_account_is_one_person(db: Database) -> None:
    """Two people never share a Telegram account."""
    async with db.transaction() as tx:
        await people.create(tx, "Ana Pop", HABITS, account=11)

    async def again() -> None:
        async with db.transaction() as tx:
            await people.create(tx, "Ana Popescu", HABITS, account=11)

    with pytest.raises(IntegrityError):
        await again()


async def test_an_invitation_is_good_once_and_for_a_while(db: Database) -> None:
    """A used, expired or unknown code opens nothing."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS)
        new = Invite(
            code="c0de", match_id=MatchCode("K7QF"), person=ana.id, expires_at=AT + 30 * DAY
        )
        await invitations.invite(tx, new, AT)

        assert await invitations.find_invite(tx, "c0de") == new
        assert await invitations.find_invite(tx, "C0DE") is None
        assert new.is_good(AT)
        assert not new.is_good(AT + 30 * DAY)
        assert await invitations.use_invite(tx, "c0de", ana.id, AT)
        assert not await invitations.use_invite(tx, "c0de", ana.id, AT)
        used = await invitations.find_invite(tx, "c0de")
        assert used is not None
        assert (used.used_by, used.is_good(AT)) == (ana.id, False)


async def test_a_new_invitation_to_a_place_replaces_the_old(db: Database) -> None:
    """A lost or forwarded code is void once another is made."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS)
        ion = await people.create(tx, "Ion Rus", HABITS)
        for code, person in (("a1", ana.id), ("i1", ion.id), ("a2", ana.id)):
            await invitations.invite(
                tx,
                Invite(code=code, match_id=MatchCode("K7QF"), person=person, expires_at=AT + DAY),
                AT,
            )

        assert await good(tx, ("a1", "a2", "i1")) == {"a2", "i1"}
        assert not await invitations.use_invite(tx, "a1", ana.id, AT)


async def test_who_lost_their_place_is_known_by_the_code_they_used(db: Database) -> None:
    """The void code of a freed seat still names its person; a cancelled match voids all codes."""
    match = MatchCode("K7QF")
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS)
        ion = await people.create(tx, "Ion Rus", HABITS)
        for code, person in (("a", ana.id), ("i", ion.id)):
            new = Invite(code=code, match_id=match, person=person, expires_at=AT + DAY)
            await invitations.invite(tx, new, AT)
        assert await invitations.open_code(tx, ana.id, AT, match=match) == "a"
        await invitations.use_invite(tx, "a", ana.id, AT)
        await invitations.void_used(tx, ana.id, AT + DAY, match=match)
        freed = await invitations.find_invite(tx, "a")
        assert freed is not None
        assert (freed.used_by, freed.voided_at) == (ana.id, AT + DAY)

        await invitations.void_match(tx, match, AT)

        assert await good(tx, ("a", "i")) == set()


async def test_an_entry_is_left_over_only_once_its_taken_seat_was_freed(db: Database) -> None:
    """One that was removed from the list may come back, and its newest code is still valid."""
    own = CompetitionCode("CN25")
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS, account=11)
        taken = await people.create(tx, "Ana Pop", HABITS)
        removed = await people.create(tx, "Ion Rus", HABITS)
        for code, person in (("a", taken.id), ("i1", removed.id), ("i2", removed.id)):
            new = Invite(
                code=code, match_id=None, person=person, expires_at=AT + DAY, competition=own
            )
            await invitations.invite(tx, new, AT)
        await invitations.use_invite(tx, "a", ana.id, AT)
        assert await invitations.left_over(tx) == set()

        await invitations.void_used(tx, ana.id, AT, competition=own)

        assert await invitations.left_over(tx) == {taken.id}


async def test_who_has_only_pressed_start_has_no_part_in_anything(db: Database) -> None:
    """A question does not count as a role; a seat, even a lost one, does."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS, account=11, address=11)
        await dialogues.put(tx, ana.id, dialogues.QUESTION, "x", AT)
        assert not await personal_data.has_part(tx, ana.id)
        new = Invite(code="a", match_id=MatchCode("K7QF"), person=None, expires_at=AT + DAY)
        await invitations.invite(tx, new, AT)
        await invitations.use_invite(tx, "a", ana.id, AT)
        await invitations.void_used(tx, ana.id, AT, match=MatchCode("K7QF"))

        assert await personal_data.has_part(tx, ana.id)


async def good(tx: AsyncConnection, codes: Iterable[str]) -> set[str]:
    """Return the codes that are still valid."""
    found = [await invitations.find_invite(tx, code) for code in codes]
    return {each.code for each in found if each is not None and each.is_good(AT)}


async def test_an_arbiters_invitation_names_no_match(db: Database) -> None:
    """Several codes of the operator are valid, each for the first person who opens it."""
    bench = [Invite(code=c, match_id=None, person=None, expires_at=AT + DAY) for c in ("x", "y")]
    async with db.transaction() as tx:
        for each in bench:
            await invitations.invite(tx, each, AT)

        assert [await invitations.find_invite(tx, each.code) for each in bench] == bench


async def test_a_person_can_have_everything_that_is_kept_about_them(db: Database) -> None:
    """The export has the person, invitations and messages, and nothing of other people."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS, account=11, address=11)
        await people.create(tx, "Ion Rus", HABITS, account=12, address=12)
        await invitations.invite(
            tx, Invite(code="a", match_id=MatchCode("K7QF"), person=ana.id, expires_at=AT + DAY), AT
        )
        await invitations.use_invite(tx, "a", ana.id, AT)
        rows = [outbox.Outgoing(chat=11, payload="hers"), outbox.Outgoing(chat=12, payload="his")]
        await outbox.queue(tx, rows, AT)
        data = await personal_data.stored_data(tx, ana.id)

    assert [each["name"] for each in data["persons"]] == ["Ana Pop"]
    assert [each["code"] for each in data["invites"]] == ["a"]
    assert [each["payload"] for each in data["outbox"]] == ["hers"]
    assert "Ion" not in str(data)


async def test_a_place_in_a_competition_has_one_code_at_a_time(db: Database) -> None:
    """The valid code can be found; a new one or its expiry makes it void."""
    cup, other = CompetitionCode("CUP"), CompetitionCode("CUP2")
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana Pop", HABITS)).id
        for code, competition in (("old", cup), ("else", other), ("new", cup)):
            new = Invite(
                code=code, match_id=None, person=ana, expires_at=AT + DAY, competition=competition
            )
            assert not new.is_arbiter
            await invitations.invite(tx, new, AT)

        assert await invitations.open_code(tx, ana, AT, competition=cup) == "new"
        assert await invitations.open_code(tx, ana, AT + 2 * DAY, competition=cup) is None
        assert await good(tx, ("old", "else", "new")) == {"else", "new"}
        found = await invitations.find_invite(tx, "else")
        assert found is not None
        assert (found.competition, found.person) == (other, ana)
        assert await invitations.use_invite(tx, "new", ana, AT)
        assert await invitations.open_code(tx, ana, AT, competition=cup) is None


async def test_a_new_account_brings_its_devices_and_its_calendar(db: Database) -> None:
    """Its announcements still arrive, and its calendar's address replaces an earlier one."""
    async with db.transaction() as tx:
        expected = await people.create(tx, "Ana Pop", HABITS)
        account = await people.create(tx, "anuta", HABITS, account=11, address=12)
        for person, secret in ((expected, "earlier"), (account, "new")):
            await calendar_addresses.keep(tx, secret, person.id, AT)
            await former_chats.left(tx, person.id, 13, AT)
        await devices.add(tx, account.id, "hash", "Chrome", AT, AT + DAY)
        (device,) = await devices.of_person(tx, account.id, AT)
        subscription = Subscription(device=device.id, endpoint="https://x", p256dh="p", auth="a")
        await push_subscriptions.store(tx, account.id, subscription, AT)

        await account_transfer.transfer(tx, expected.id, account)

        assert await push_subscriptions.of_person(tx, expected.id, AT) == [subscription]
        assert await calendar_addresses.find(tx, "new") == expected.id
        assert await calendar_addresses.find(tx, "earlier") is None
        assert await former_chats.own_of(tx, expected.id) == [13]


async def test_a_new_account_becomes_the_person_who_was_expected(db: Database) -> None:
    """A new account keeps the reserved name and a minor's mark, and brings chat and settings."""
    async with db.transaction() as tx:
        expected = await people.create(tx, "Ana Pop", HABITS)
        await people.change(tx, expected.id, club="Cluj", minor=True, rating_keeper=True)
        account = await people.create(tx, "anuta", HABITS, account=11, address=12, language="en")
        await people.change(tx, account.id, reminder_hour=20)
        await dialogues.put(tx, account.id, "question", "x", AT)
        await web_sessions.keep(tx, "token", account.id, 11, AT + DAY, most=5)
        await account_transfer.transfer(tx, expected.id, await people.get(tx, account.id))
        session = await web_sessions.find(tx, "token", AT)
        assert session is not None
        assert session.person == expected.id

        found = await people.get(tx, expected.id)
        assert (found.name, found.club) == ("Ana Pop", "Cluj")
        assert (found.address, found.language, found.reminder_hour) == (12, "en", 20)
        assert (found.minor, found.rating_keeper) == (True, True)
        assert await people.by_account(tx, 11) == found
        with pytest.raises(KeyError):
            await people.get(tx, account.id)
