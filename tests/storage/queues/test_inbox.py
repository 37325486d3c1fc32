"""The inbox: nothing is lost or takes effect twice, and each chat keeps its order."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from storage.db import Database
from storage.queues import inbox
from storage.queues.precedence import Precedence
from storage.schema import inbox as table

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def raw(
    update_id: int, chat: int | None = 7, precedence: Precedence = Precedence.ASKED
) -> inbox.RawUpdate:
    """Return an update in Telegram's form."""
    text = f'{{"update_id":{update_id}}}'
    return inbox.RawUpdate(update_id=update_id, chat=chat, raw=text, precedence=precedence)


async def work_off(db: Database, now: datetime = AT) -> list[int | None]:
    """Process every due update; return the update ids in that order."""
    handled: list[int | None] = []
    while True:
        async with db.transaction() as tx:
            pending = await inbox.take(tx, now)
            if pending is None:
                return handled
            handled.append(pending.update_id)
            await inbox.mark_done(tx, pending.id, now)


async def test_updates_are_handled_in_the_order_they_came(db: Database) -> None:
    """Ids do not matter; every chat's first precedes any chat's second."""
    async with db.transaction() as tx:
        assert await inbox.store(tx, [raw(12, 1), raw(13, 2)], AT) == 2
        assert await inbox.store(tx, [raw(5, 1), raw(99, None), raw(3, 8)], AT + SECOND) == 3

    assert await work_off(db) == [12, 13, 99, 3, 5]


async def test_moves_are_handled_first_and_strangers_updates_last(db: Database) -> None:
    """A move waits only for earlier updates of its own chat."""
    stranger = [raw(number, 1, Precedence.STRANGER) for number in (1, 2)]
    asking = [raw(number, 2) for number in (3, 4)]
    playing = [raw(5, 3), raw(6, 3, Precedence.MOVE), raw(7, 4, Precedence.MOVE)]
    async with db.transaction() as tx:
        await inbox.store(tx, [*stranger, *asking, *playing], AT)

    assert await work_off(db) == [5, 7, 6, 3, 4, 1, 2]


async def test_strangers_hold_up_nothing(db: Database) -> None:
    """While only theirs wait, deadlines are executed and the bot is healthy.

    A stranger who becomes a player takes all their updates along.
    """
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(number, 1, Precedence.STRANGER) for number in (1, 2)], AT)
    async with db.reading() as tx:
        assert await inbox.are_players_served(tx)
        assert await inbox.oldest(tx) is None
    async with db.transaction() as tx:
        assert await inbox.take(tx, AT, Precedence.TOLD) is None
        await inbox.store(tx, [raw(3, 1)], AT + SECOND)
        first = await inbox.take(tx, AT, Precedence.TOLD)
        assert not await inbox.are_players_served(tx)

    assert first is not None
    assert first.update_id == 1
    assert await work_off(db) == [1, 2, 3]


async def test_an_update_is_stored_once(db: Database) -> None:
    """A batch fetched again after a crash adds only new updates."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1), raw(2)], AT)
    await work_off(db)
    async with db.transaction() as tx:
        assert await inbox.store(tx, [raw(1), raw(2), raw(3), raw(3)], AT + SECOND) == 1
        assert await inbox.store(tx, [], AT) == 0

    assert await work_off(db) == [3]


async def test_two_programs_that_are_given_one_update_store_it_once(postgres_url: str) -> None:
    """Telegram repeats it if a program dies; the second program waits for the first's commit."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:

        async def store() -> None:
            async with other.transaction() as tx:
                await inbox.store(tx, [raw(1), raw(2)], AT)

        async with one.transaction() as tx:
            await inbox.store(tx, [raw(1)], AT)
            storing = asyncio.create_task(store())
            await asyncio.wait([storing], timeout=0.3)
        await storing

        assert await work_off(one) == [1, 2]


async def test_what_is_stored_comes_back_as_it_was(db: Database) -> None:
    """Raw text, chat and instant are read back."""
    text = '{"update_id":1,"message":{"text":"H8 casă ”ș” \\u0000"}}'
    async with db.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=-100123, raw=text)], AT)
        found = await inbox.take(tx, AT)

    assert found is not None
    assert found == inbox.Pending(
        id=found.id, update_id=1, chat=-100123, raw=text, received_at=AT, attempts=0, is_only=True
    )


@pytest.mark.parametrize("chat", [1, 2])
async def test_the_last_update_is_known_as_the_only_one(db: Database, chat: int) -> None:
    """Also one that must wait, for its chat or for another try, keeps the worker asking."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1, 1), raw(2, chat)], AT)
        for is_only in (False, True):
            pending = await inbox.take(tx, AT)
            assert pending is not None
            assert pending.is_only is is_only
            await inbox.mark_done(tx, pending.id, AT)


async def test_done_is_undone_with_the_effect_it_belongs_to(db: Database) -> None:
    """After a failed transaction the update is processed again."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1)], AT)

    async def fail() -> None:
        async with db.transaction() as tx:
            pending = await inbox.take(tx, AT)
            assert pending is not None
            await inbox.mark_done(tx, pending.id, AT)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    assert await work_off(db) == [1]


async def test_an_id_used_again_after_a_quiet_week_is_a_new_update(db: Database) -> None:
    """Telegram may restart its numbers; within a day an id is the same update."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1)], AT)
    await work_off(db)
    async with db.transaction() as tx:
        assert await inbox.store(tx, [raw(1)], AT + timedelta(hours=30)) == 0
        assert await inbox.store(tx, [raw(1)], AT + timedelta(days=8)) == 1

    assert await work_off(db, AT + timedelta(days=8)) == [1]
    async with db.reading() as tx:
        assert (await inbox.counts(tx))[inbox.UpdateState.DONE] == 2


async def test_the_fifth_failure_makes_a_dead_letter(db: Database) -> None:
    """After five failures an update is stored with its error and blocks nothing."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1), raw(2)], AT)
    deaths = []
    for _ in range(inbox.ATTEMPTS):
        async with db.transaction() as tx:
            pending = await inbox.take(tx, AT)
            assert pending is not None
            assert pending.update_id == 1
            deaths.append(await inbox.mark_failed(tx, pending.id, "boom"))

    assert deaths == [False] * 4 + [True]
    assert await work_off(db) == [2]
    async with db.reading() as tx:
        assert await inbox.counts(tx) == {
            inbox.UpdateState.NEW: 0,
            inbox.UpdateState.DONE: 1,
            inbox.UpdateState.DEAD: 1,
        }


async def test_what_another_worker_has_done_since_is_not_done_again(db: Database) -> None:
    """Another worker may have processed it before the failure was recorded."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1)], AT)
    async with db.reading() as tx:
        failed_here = await inbox.take(tx, AT)
    assert await work_off(db) == [1]

    assert failed_here is not None
    async with db.transaction() as tx:
        assert not await inbox.mark_failed(tx, failed_here.id, "boom", AT)

    assert await work_off(db, AT + SECOND) == []
    async with db.reading() as tx:
        assert await inbox.counts(tx) == {
            inbox.UpdateState.NEW: 0,
            inbox.UpdateState.DONE: 1,
            inbox.UpdateState.DEAD: 0,
        }


async def test_the_failure_of_a_deleted_update_is_not_recorded(db: Database) -> None:
    """An operator may forget its author before the failure is recorded."""
    async with db.transaction() as tx:
        assert not await inbox.mark_failed(tx, 4711, "boom", AT)


async def test_a_chat_waits_for_its_failed_update_and_others_do_not(db: Database) -> None:
    """Later updates of that chat wait, and other chats continue."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1, 7), raw(2, 8), raw(3, 7), raw(4, None), raw(5, 8)], AT)
        first = await inbox.take(tx, AT)
        assert first is not None
        await inbox.mark_failed(tx, first.id, "boom", AT + 10 * SECOND)

    assert await work_off(db, AT + 9 * SECOND) == [2, 4, 5]
    assert await work_off(db, AT + 10 * SECOND) == [1, 3]


async def test_a_message_takes_effect_once_under_whatever_id(db: Database) -> None:
    """Chat and message number identify the message in both updates."""
    async with db.transaction() as tx:
        assert await inbox.claim(tx, 7, 100, AT)
        assert not await inbox.claim(tx, 7, 100, AT)
        assert await inbox.claim(tx, 8, 100, AT)
        assert await inbox.claim(tx, 7, 101, AT)


async def test_old_work_is_forgotten_but_not_what_failed(db: Database) -> None:
    """Pruning keeps new, recent and dead updates."""
    async with db.transaction() as tx:
        await inbox.store(tx, [raw(1), raw(2), raw(3), raw(4)], AT)
        await inbox.mark_done(tx, 1, AT)
        await inbox.mark_done(tx, 2, AT + timedelta(days=3))
        await inbox.bury(tx, 3, "unreadable")
        await inbox.claim(tx, 7, 1, AT)

        assert await inbox.prune(tx, AT + timedelta(days=2)) == 1
        assert await inbox.counts(tx) == {
            inbox.UpdateState.NEW: 1,
            inbox.UpdateState.DONE: 1,
            inbox.UpdateState.DEAD: 1,
        }
        assert await inbox.backlog(tx) == 1
        assert await inbox.claim(tx, 7, 1, AT)


STEPS = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from(["done", "fail", "crash"])),
    min_size=1,
    max_size=10,
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
async def test_each_chat_keeps_its_order_whatever_fails(
    db: Database, steps: list[tuple[int, str]]
) -> None:
    """Every update is processed once, and each chat's in order of sending."""
    async with db.transaction() as tx:
        await tx.execute(delete(table))
        await inbox.store(tx, [raw(n, chat) for n, (chat, _) in enumerate(steps)], AT)
    fates = {n: fate for n, (_, fate) in enumerate(steps)}
    done: list[int] = []
    now = AT
    while len(done) < len(steps):
        now += SECOND
        async with db.transaction() as tx:
            pending = await inbox.take(tx, now)
            if pending is None or pending.update_id is None:
                continue
            fate = fates.pop(pending.update_id, "done")
            if fate == "fail":
                await inbox.mark_failed(tx, pending.id, "boom", now + 3 * SECOND)
            elif fate == "done":
                await inbox.mark_done(tx, pending.id, now)
                done.append(pending.update_id)

    for chat in (1, 2, 3):
        of_chat = [n for n in done if steps[n][0] == chat]
        assert of_chat == sorted(of_chat)
    assert sorted(done) == list(range(len(steps)))


async def test_two_workers_take_neither_the_same_update_nor_the_same_chat(
    postgres_url: str,
) -> None:
    """A second worker skips the first one's update and chat."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        async with one.transaction() as tx:
            await inbox.store(tx, [raw(1, 7), raw(2, 7), raw(3, 8)], AT)
        async with one.transaction() as first, other.transaction() as second:
            taken = await inbox.take(first, AT)
            passed_on = await inbox.take(second, AT)
            assert passed_on is not None
            await inbox.mark_done(second, passed_on.id, AT)
            nothing = await inbox.take(second, AT)
            assert taken is not None
            await inbox.mark_done(first, taken.id, AT)
        async with other.transaction() as tx:
            freed = await inbox.take(tx, AT)

    assert [p and p.update_id for p in (taken, passed_on, nothing, freed)] == [1, 3, None, 2]


async def test_a_worker_that_dies_gives_up_what_it_had_taken(postgres_url: str) -> None:
    """Its transaction ends with it, and the update is free."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        async with one.transaction() as tx:
            await inbox.store(tx, [raw(1, 7)], AT)
        with pytest.raises(RuntimeError, match="killed"):
            await _taken_by_one_who_dies(one)
        async with other.transaction() as tx:
            again = await inbox.take(tx, AT)

    assert again is not None


async def _taken_by_one_who_dies(db: Database) -> None:
    async with db.transaction() as tx:
        assert await inbox.take(tx, AT) is not None
        raise RuntimeError("killed")


async def test_a_wait_noted_under_a_wrong_clock_holds_nothing_up(db: Database) -> None:
    """After a clock that was hours ahead is corrected, the update is retried at once."""
    ahead = AT + timedelta(hours=6)
    async with db.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=7, raw="{}")], AT)
        taken = await inbox.take(tx, AT)
        assert taken is not None
        await inbox.mark_failed(tx, taken.id, "locked", ahead + timedelta(seconds=2))

        assert await inbox.take(tx, ahead) is None
        assert await inbox.take(tx, AT) is not None
