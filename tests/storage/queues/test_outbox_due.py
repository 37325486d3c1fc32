"""The next message of each chat, in order, with delays and holds."""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from storage.db import Database
from storage.queues import outbox, outbox_due
from storage.queues.outbox import Outgoing
from storage.queues.precedence import Precedence
from storage.schema import chat_holds
from storage.schema import outbox as table
from tests.storage.queued import AT, HOUR, MINUTE, due, due_in, lanes, queue, send_all


async def test_each_chat_gets_its_oldest_message_first(db: Database) -> None:
    """A chat has one due row at a time."""
    await queue(db, Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b"))
    await queue(db, Outgoing(chat=7, payload="c"))

    assert [(row.chat, row.payload) for row in await due(db)] == [(7, "a"), (8, "b")]
    assert await send_all(db) == ["a", "b", "c"]
    assert await due(db) == []


async def test_quiet_hours_hold_one_message_and_not_the_chat(db: Database) -> None:
    """A message for the morning waits, and a later warning is sent at once."""
    await queue(
        db,
        Outgoing(chat=7, payload="your turn", not_before=AT + 10 * HOUR),
        Outgoing(chat=7, payload="last day"),
    )

    assert await send_all(db) == ["last day"]
    assert await send_all(db, AT + 10 * HOUR - MINUTE) == []
    assert await send_all(db, AT + 10 * HOUR) == ["your turn"]


async def test_a_failed_message_holds_the_chat_until_it_is_tried_again(db: Database) -> None:
    """Later messages of that chat wait, and other chats continue."""
    await queue(
        db,
        Outgoing(chat=7, payload="a"),
        Outgoing(chat=7, payload="b"),
        Outgoing(chat=8, payload="c"),
    )
    (first, _) = await due(db)
    async with db.transaction() as tx:
        await outbox.put_back(tx, first, AT + MINUTE, "timed out")

    assert await send_all(db) == ["c"]
    (again,) = await due(db, AT + MINUTE)
    assert (again.payload, again.attempts) == ("a", 1)
    assert await send_all(db, AT + MINUTE) == ["a", "b"]


async def test_a_chat_on_hold_is_left_alone(db: Database) -> None:
    """Telegram's "retry after" holds that chat and no other."""
    await queue(db, Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b"))
    async with db.transaction() as tx:
        await outbox_due.hold_chat(tx, 7, AT + MINUTE)
        await outbox_due.hold_chat(tx, 7, AT + 2 * MINUTE)
    await queue(db, Outgoing(chat=7, payload="c"))

    assert await send_all(db) == ["b"]
    assert await send_all(db, AT + MINUTE) == []
    assert await send_all(db, AT + 2 * MINUTE) == ["a", "c"]


async def test_a_wait_noted_under_a_wrong_clock_holds_nothing_up(db: Database) -> None:
    """After a clock that was hours ahead is corrected, the message is sent at once."""
    ahead = AT + timedelta(hours=6)
    async with db.transaction() as tx:
        await outbox.queue(tx, [Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b")], AT)
        (one, _) = await due_in(tx, AT)
        await outbox.put_back(tx, one, ahead + timedelta(seconds=2), "no answer")
        await outbox_due.hold_chat(tx, 8, ahead + timedelta(seconds=9))

        assert await due_in(tx, ahead) == []
        assert [row.payload for row in await due_in(tx, AT)] == ["a", "b"]


async def test_a_buried_message_lets_the_next_one_pass(db: Database) -> None:
    """A finally refused message is kept with the reason, and the chat continues."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"), Outgoing(chat=7, payload="b"))
    (row,) = await due(db)
    async with db.transaction() as tx:
        await outbox.bury(tx, row, "chat not found")

    assert await send_all(db) == ["b"]
    async with db.reading() as tx:
        (delivery,) = await outbox.deliveries(tx, "K7QF/1")
        assert (delivery.state, delivery.error) == (outbox.MessageState.DEAD, "chat not found")


async def test_lanes_are_looked_through_a_stretch_at_a_time(db: Database) -> None:
    """The order is by chat number, each once, however many messages each has."""
    await queue(db, *(Outgoing(chat=chat, payload="x") for chat in (5, -3, 4, 5, 9, 5, 4)))
    async with db.reading() as tx:
        one = await outbox_due.heads(tx, AT, Precedence.TOLD, portion=2)
        two = await outbox_due.heads(tx, AT, Precedence.TOLD, one.end, 2)
        three = await outbox_due.heads(tx, AT, Precedence.TOLD, two.end, 2)

    found = [[head.chat for head in stretch.heads] for stretch in (one, two, three)]
    assert (found, three.end) == ([[-3, 4], [5, 9], []], outbox_due.FIRST)


async def test_one_query_finds_what_waits_at_all(db: Database) -> None:
    """One query counts each precedence, from a message's due time until it is sent."""
    await queue(
        db,
        Outgoing(chat=7, payload="news"),
        Outgoing(chat=8, payload="sheet", precedence=Precedence.MOVE, not_before=AT + HOUR),
    )
    async with db.reading() as tx:
        now, later = await outbox_due.kinds(tx, AT), await outbox_due.kinds(tx, AT + HOUR)
    assert now == {Precedence.TOLD}
    assert later == {Precedence.TOLD, Precedence.MOVE}

    await send_all(db, AT + HOUR)
    async with db.reading() as tx:
        assert not await outbox_due.kinds(tx, AT + HOUR)


async def test_a_lane_is_as_urgent_as_the_most_urgent_in_it(db: Database) -> None:
    """If a sheet waits behind a reminder, the lane has a move's precedence."""
    await queue(
        db,
        Outgoing(chat=7, payload="reminder"),
        Outgoing(chat=8, payload="news"),
        Outgoing(chat=7, payload="sheet", precedence=Precedence.MOVE),
    )
    async with db.reading() as tx:
        urgent = [head.chat for head in await lanes(tx, Precedence.MOVE)]
        payloads = [row.payload for row in await due_in(tx)]

    assert urgent == [7]
    assert payloads == ["reminder", "news"]
    assert await send_all(db) == ["reminder", "news", "sheet"]


def oracle(
    rows: list[dict[str, int]], holds: dict[int, int], now: int, precedence: int
) -> list[int]:
    """Return the first rows of lanes of that precedence, by a plain reading of the rules.

    A delayed or failed message gives no precedence before its next try.
    """
    result, again = [], now + RETRY // STEP
    for chat in (1, 2, 3):
        mine = [row for row in rows if row["chat"] == chat]
        allowed = [row for row in mine if row["not_before"] <= now < row["expires"]]
        counted = [row for row in mine if not row["not_before"] or not now < row["retry"] <= again]
        urgent = any(row["precedence"] == precedence for row in counted if row["not_before"] <= now)
        held = now < holds.get(chat, 0) <= now + HOUR // STEP
        if not allowed or not urgent or held:
            continue
        if not now < allowed[0]["retry"] <= again:
            result.append(allowed[0]["id"])
    return sorted(result)


STEP, RETRY = timedelta(minutes=4), timedelta(minutes=10)
STEPS = st.integers(0, 3)
ROW = st.fixed_dictionaries(
    {
        "chat": st.integers(1, 3),
        "not_before": STEPS,
        "retry": STEPS,
        "expires": st.sampled_from([1, 9]),
        "precedence": st.integers(0, 1),
    }
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(ROW, max_size=6),
    holds=st.dictionaries(st.integers(1, 2), STEPS | st.just(99), max_size=2),
    now=STEPS,
    portion=st.integers(1, 3),
)
async def test_the_right_row_of_each_chat_is_due(
    db: Database, rows: list[dict[str, int]], holds: dict[int, int], now: int, portion: int
) -> None:
    """The query agrees with a plain reading of the rules, for all mixtures of holds."""
    async with db.transaction() as tx:
        await tx.execute(delete(table))
        await tx.execute(delete(chat_holds))
        for row in rows:
            new = Outgoing(
                chat=row["chat"],
                payload="x",
                not_before=AT + row["not_before"] * STEP if row["not_before"] else None,
                expires_at=AT + row["expires"] * STEP,
                precedence=Precedence(row["precedence"]),
            )
            await outbox.queue(tx, [new], AT)
            (row["id"],) = (await tx.exec_driver_sql("SELECT max(id) FROM outbox")).one()
            if row["retry"]:
                queued = await outbox_due.queued(tx, row["id"])
                assert queued is not None
                await outbox.put_back(tx, queued, AT + row["retry"] * STEP, "x")
        for chat, until in holds.items():
            await outbox_due.hold_chat(tx, chat, AT + until * STEP)
        found = [
            {head.id for head in await lanes(tx, precedence, AT + now * STEP, portion)}
            for precedence in (Precedence.MOVE, Precedence.ASKED)
        ]

    assert found == [set(oracle(rows, holds, now, precedence)) for precedence in (0, 1)]
