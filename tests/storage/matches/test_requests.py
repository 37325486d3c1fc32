"""Requests for a friendly match, and the blocks between people, on every database."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.ids import PersonId
from storage.conversation import chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind, scope_of
from storage.db import Database
from storage.matches import match_requests
from storage.matches.match_requests import PlayRequest, RequestKind
from storage.people import people
from storage.people.people import NOBODY, Habits

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


def asked(person: PersonId, token: str, kind: RequestKind = RequestKind.PUBLIC) -> PlayRequest:
    """Return a request of that person, open for two weeks."""
    return PlayRequest(
        token=token,
        person=person,
        kind=kind,
        days=10,
        is_single=False,
        at=AT,
        expires_at=AT + 14 * DAY,
    )


async def test_a_request_is_taken_once(db: Database) -> None:
    """A second person, the author and an expired date are refused."""
    async with db.transaction() as tx:
        ana, ion = [(await people.create(tx, name, HABITS)).id for name in ("Ana", "Ion")]
        for token in ("first", "second"):
            await match_requests.add(tx, asked(ana, token))
        assert await match_requests.find(tx, "first") == asked(ana, "first")
        assert await match_requests.take(tx, "first", ion, AT + DAY)
        assert not await match_requests.take(tx, "first", ion, AT + DAY)
        assert not await match_requests.close(tx, "first", ana, AT + DAY)
        assert not await match_requests.close(tx, "second", ion, AT + DAY)
        assert not await match_requests.take(tx, "second", ion, AT + 14 * DAY)
        assert await match_requests.close(tx, "second", ana, AT + DAY)
        taken = await match_requests.find(tx, "first")
    assert taken is not None
    assert (taken.taken_by, taken.is_open(AT + DAY)) == (ion, False)


async def test_only_open_public_requests_are_listed(db: Database) -> None:
    """A link is not listed, and expired ones are deleted at the next request."""
    async with db.transaction() as tx:
        ana = (await people.create(tx, "Ana", HABITS)).id
        await match_requests.add(tx, asked(ana, "public"))
        await match_requests.add(tx, asked(ana, "link", RequestKind.LINK))
        listed = [one.token for one in await match_requests.all_public(tx, AT + DAY)]
        own = {one.token for one in await match_requests.open_of(tx, ana, AT + DAY)}
        assert (listed, own) == (["public"], {"public", "link"})
        later = asked(ana, "later")
        await match_requests.add(tx, replace(later, at=AT + 15 * DAY))
        assert await match_requests.find(tx, "public") is None


async def test_a_block_parts_two_people_in_either_direction(db: Database) -> None:
    """Neither sees the other's requests, and only the author lists the block."""
    async with db.transaction() as tx:
        ana, ion = [(await people.create(tx, name, HABITS)).id for name in ("Ana", "Ion")]
        new = ChatStop(scope=scope_of(ion), kind=StopKind.PERSON, person=ana, at=AT)
        await chat_stops.stop(tx, new)
        await chat_stops.stop(tx, new)
        assert await chat_stops.blocked_by(tx, ana) == [ion]
        assert await chat_stops.blocked_by(tx, ion) == []
        assert await chat_stops.apart_from(tx, ana) == {ion}
        assert await chat_stops.apart_from(tx, ion) == {ana}
        await chat_stops.resume(tx, scope_of(ion), StopKind.PERSON, ana)
        assert await chat_stops.apart_from(tx, ion) == frozenset()


async def test_a_match_without_an_arbiter_is_ruled_by_nobody_who_can_be_written_to(
    db: Database,
) -> None:
    """Its arbiter's number has a name and no chat."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS)
        assert await people.get(tx, NOBODY.id) is NOBODY
        found = {one.id for one in await people.several(tx, {ana.id, NOBODY.id})}
    assert found == {ana.id, NOBODY.id}
    assert NOBODY.address is None
