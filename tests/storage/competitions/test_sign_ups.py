"""Sign-ups of competitions and the people in them, on every database."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.competitions.sign_up import Limits, SignUpState
from engine.ids import CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp
from storage.db import Database
from storage.people import people
from storage.people.people import Habits

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)
CUP, OTHER = CompetitionCode("CUPA"), CompetitionCode("ALTA")


def cup(arbiter: PersonId, code: CompetitionCode = CUP) -> SignUp:
    """Return a sign-up that closes after a week."""
    return SignUp(
        competition=code,
        person=arbiter,
        limits=Limits(places=40, rating_from=1200),
        asks_email=True,
        needs_word=False,
        closes_at=AT + timedelta(days=7),
    )


def entry(person: PersonId, number: int = 1, code: CompetitionCode = CUP) -> SignedUp:
    """Return a person's sign-up."""
    return SignedUp(
        competition=code,
        person=person,
        number=number,
        name=f"Jucător {number}",
        club="Argus",
        email="",
        rating=None,
        state=SignUpState.WAITING,
    )


async def test_a_sign_up_is_stored_changed_and_closed(db: Database) -> None:
    """A competition has one, and each change of its people counts."""
    async with db.transaction() as tx:
        radu = (await people.create(tx, "Radu", HABITS)).id
        assert await sign_ups.of(tx, CUP, locked=True) is None
        for one in (cup(radu), cup(radu, OTHER), replace(cup(radu), needs_word=True)):
            await sign_ups.save(tx, one)
        assert await sign_ups.of(tx, CUP, locked=True) == replace(cup(radu), needs_word=True)
        assert [one.competition for one in await sign_ups.all_open(tx)] == [OTHER, CUP]
        await sign_ups.touch(tx, CUP)
        await sign_ups.close(tx, CUP, AT)
        closed = await sign_ups.of(tx, CUP)
        assert closed is not None
        assert (closed.closed_at, closed.version, closed.is_open(AT)) == (AT, 3, False)
        assert [one.competition for one in await sign_ups.all_open(tx)] == [OTHER]
    assert not cup(radu).is_open(AT + timedelta(days=7))


async def test_people_are_stored_once_and_in_order(db: Database) -> None:
    """A person who signs up again goes to the end; only an open sign-up counts as a role."""
    async with db.transaction() as tx:
        radu, ana, ion = [
            (await people.create(tx, name, HABITS)).id for name in ("Radu", "Ana", "Ion")
        ]
        await sign_ups.save(tx, cup(radu))
        for one in (entry(ana), entry(ion, 2), entry(ana, 3)):
            await sign_ups.put_person(tx, one)
        await sign_ups.set_state(tx, CUP, ion, SignUpState.IN)
        found = await sign_ups.people_of(tx, CUP)
        assert found == [replace(entry(ion, 2), state=SignUpState.IN), entry(ana, 3)]
        assert await sign_ups.of_person(tx, ana) == [entry(ana, 3)]
        assert await sign_ups.names_of(tx, ana) == {"Jucător 3"}
        assert await sign_ups.is_active(tx, ana)
        await sign_ups.set_state(tx, CUP, ana, SignUpState.OUT)
        assert not await sign_ups.is_active(tx, ana)
        await sign_ups.close(tx, CUP, AT)
        assert not await sign_ups.is_active(tx, ion)
        await sign_ups.forget_all(tx, CUP)
        assert not await sign_ups.people_of(tx, CUP)


async def test_two_programs_at_once_never_give_the_same_number(db: Database) -> None:
    """The lock on the sign-up makes the second program wait for the first."""
    async with db.transaction() as tx:
        radu, ana, ion = [
            (await people.create(tx, name, HABITS)).id for name in ("Radu", "Ana", "Ion")
        ]
        await sign_ups.save(tx, cup(radu))

    async def enter(program: Database, person: PersonId, queries: int) -> None:
        async with program.transaction() as tx:
            await sign_ups.of(tx, CUP, locked=True)
            there = await sign_ups.people_of(tx, CUP)
            for _ in range(queries):
                await sign_ups.people_of(tx, OTHER)
            await sign_ups.put_person(tx, entry(person, len(there) + 1))

    async with Database(db.url.render_as_string(hide_password=False)) as other:
        await asyncio.gather(enter(db, ana, 100), enter(other, ion, 0))
    async with db.reading() as tx:
        found = await sign_ups.people_of(tx, CUP)
    assert [one.number for one in found] == [1, 2]
