"""Strangers: people without a role or game, known only by their chat."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Unpack

from sqlalchemy import insert

from bot.runtime.clock import SystemClock
from bot.runtime.unit import Runtime
from engine.ids import CompetitionCode
from storage.competitions import groups
from storage.competitions.groups import GroupChat, GroupKind
from storage.db import Database
from storage.people import people
from storage.people.people import Habits, Person, PersonChanges
from storage.people.strangers import Strangers
from storage.schema import competition_people, matches

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="UTC", reminder_hour=8, quiet_from=None, quiet_to=None)


async def met(db: Database, number: int, **roles: Unpack[PersonChanges]) -> Person:
    """Return a person who has written in that chat."""
    async with db.transaction() as tx:
        person = await people.create(tx, "Ana", HABITS, account=number, address=number)
        if roles:
            await people.change(tx, person.id, **roles)
    return person


async def test_who_has_a_role_or_a_game_is_none(db: Database) -> None:
    """Arbiters, ratings officers, operators and players are not strangers."""
    await met(db, 1)
    await met(db, 2, arbiter=True)
    await met(db, 3, rating_keeper=True)
    red, blue, entered = await met(db, 4), await met(db, 5), await met(db, 6)
    game = {"match_id": "K7QF", "code": "K7QF", "title": "", "phase": "", "status": "", "seq": 1}
    strangers = Strangers(operators=[8])
    async with db.reading() as tx:
        assert await strangers.among(tx, range(1, 9)) == {1, 4, 5, 6, 7}
    async with db.transaction() as tx:
        await tx.execute(insert(matches).values(**game, red=red.id, blue=blue.id, updated_at=AT))
        await tx.execute(
            insert(competition_people).values(
                competition="CUPA", role="player", person=entered.id, number=1
            )
        )
    async with db.reading() as tx:
        assert await strangers.among(tx, range(1, 9)) == {1, 7}
        assert await strangers.among(tx, []) == frozenset()


async def test_a_role_that_was_taken_back_with_its_transaction_is_not_remembered(
    db: Database,
) -> None:
    """A role in a transaction that fails leaves a stranger; a committed role does not."""
    ana = await met(db, 1)
    runtime = Runtime(db, SystemClock())
    for fails in (True, False):
        with suppress(InterruptedError):
            async with runtime.unit() as unit:
                await people.change(unit.tx, ana.id, arbiter=True)
                assert not await unit.strangers.among(unit.tx, [1])
                if fails:
                    raise InterruptedError
        async with db.reading() as tx:
            assert (await runtime.strangers.among(tx, [1]) == {1}) is fails


async def test_a_group_is_strange_until_an_arbiter_links_it(db: Database) -> None:
    """Anybody may add the bot to a group, so its group is strange at first."""
    arbiter = await met(db, 2, arbiter=True)
    async with db.transaction() as tx:
        linked = GroupChat(
            chat=-5,
            kind=GroupKind.COMPETITION,
            competition=CompetitionCode("CUPA"),
            person=arbiter.id,
            language="ro",
            since=0,
        )
        await groups.link(tx, linked, AT)
    async with db.reading() as tx:
        assert await Strangers().among(tx, [-5, -6]) == {-6}
