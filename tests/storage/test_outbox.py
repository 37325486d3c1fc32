"""The outbox: each chat in order, nothing twice, every delivery provable."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from storage import departures, outbox
from storage.db import Database
from storage.outbox import Outgoing
from storage.schema import chat_holds
from storage.schema import outbox as table

AT = datetime(2025, 5, 3, 22, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


async def queue(db: Database, *rows: Outgoing, at: datetime = AT) -> None:
    """Queue messages in a transaction of their own."""
    async with db.transaction() as tx:
        await outbox.queue(tx, rows, at)


async def due(db: Database, now: datetime = AT) -> list[departures.Queued]:
    """Return the messages whose turn it is."""
    async with db.reading() as tx:
        return await departures.due(tx, now)


async def send_all(db: Database, now: datetime = AT) -> list[str]:
    """Send everything that may go now; return the payloads in the order of sending."""
    sent = []
    while rows := await due(db, now):
        for row in rows:
            async with db.transaction() as tx:
                await outbox.mark_sent(tx, row.id, [1000 + row.id], now)
            sent.append(row.payload)
    return sent


async def test_each_chat_hears_its_oldest_message_first(db: Database) -> None:
    """One row a chat at a time, the next after it was sent."""
    await queue(db, Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b"))
    await queue(db, Outgoing(chat=7, payload="c"))

    assert [(row.chat, row.payload) for row in await due(db)] == [(7, "a"), (8, "b")]
    assert await send_all(db) == ["a", "b", "c"]
    assert await due(db) == []


async def test_a_message_is_told_with_the_change_or_not_at_all(db: Database) -> None:
    """Messages of a transaction that fails are never sent."""

    async def fail() -> None:
        async with db.transaction() as tx:
            await outbox.queue(tx, [Outgoing(chat=7, payload="a")], AT)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    assert await due(db) == []


async def test_the_same_key_is_queued_once(db: Database) -> None:
    """A repeated message is dropped even after the first was sent; without a key nothing is."""
    row = Outgoing(chat=7, payload="a", dedup_key="move:K7QF/1:3:7")
    await queue(db, row, row)
    assert await send_all(db) == ["a"]
    await queue(db, row, Outgoing(chat=7, payload="b"), Outgoing(chat=7, payload="b"))

    assert await send_all(db) == ["b", "b"]


async def test_quiet_hours_hold_one_message_and_not_the_chat(db: Database) -> None:
    """What is meant for the morning waits; a warning queued later goes at once."""
    await queue(
        db,
        Outgoing(chat=7, payload="your turn", not_before=AT + 10 * HOUR),
        Outgoing(chat=7, payload="last day"),
    )

    assert await send_all(db) == ["last day"]
    assert await send_all(db, AT + 10 * HOUR - MINUTE) == []
    assert await send_all(db, AT + 10 * HOUR) == ["your turn"]


async def test_a_failed_message_holds_the_chat_until_it_is_tried_again(db: Database) -> None:
    """A later message never overtakes one that could not be sent; other chats go on."""
    await queue(
        db,
        Outgoing(chat=7, payload="a"),
        Outgoing(chat=7, payload="b"),
        Outgoing(chat=8, payload="c"),
    )
    (first, _) = await due(db)
    async with db.transaction() as tx:
        await outbox.put_back(tx, first.id, AT + MINUTE, "timed out")

    assert await send_all(db) == ["c"]
    (again,) = await due(db, AT + MINUTE)
    assert (again.payload, again.attempts) == ("a", 1)
    assert await send_all(db, AT + MINUTE) == ["a", "b"]


async def test_a_chat_on_hold_is_left_alone(db: Database) -> None:
    """Telegram's "retry after" silences that chat, whatever is queued meanwhile, and no other."""
    await queue(db, Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b"))
    async with db.transaction() as tx:
        await departures.hold_chat(tx, 7, AT + MINUTE)
        await departures.hold_chat(tx, 7, AT + 2 * MINUTE)
    await queue(db, Outgoing(chat=7, payload="c"))

    assert await send_all(db) == ["b"]
    assert await send_all(db, AT + MINUTE) == []
    assert await send_all(db, AT + 2 * MINUTE) == ["a", "c"]


async def test_a_buried_message_lets_the_next_one_pass(db: Database) -> None:
    """What Telegram refuses for good is kept with the reason, and the chat goes on."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"), Outgoing(chat=7, payload="b"))
    (row,) = await due(db)
    async with db.transaction() as tx:
        await outbox.bury(tx, row.id, "chat not found")

    assert await send_all(db) == ["b"]
    async with db.reading() as tx:
        (delivery,) = await outbox.deliveries(tx, "K7QF/1")
        assert (delivery.state, delivery.error) == (outbox.DEAD, "chat not found")


async def test_what_came_too_late_is_not_sent(db: Database) -> None:
    """An expired message is neither due nor in the way, and is then marked as expired."""
    await queue(
        db, Outgoing(chat=7, payload="a", expires_at=AT + MINUTE), Outgoing(chat=7, payload="b")
    )

    assert [row.payload for row in await due(db, AT)] == ["a"]
    assert [row.payload for row in await due(db, AT + MINUTE)] == ["b"]
    async with db.transaction() as tx:
        assert await outbox.expire(tx, AT + MINUTE) == 1
        assert await outbox.expire(tx, AT + MINUTE) == 0
        assert (await outbox.counts(tx))[outbox.EXPIRED] == 1


async def test_a_reminder_overtaken_by_the_placement_is_withdrawn(db: Database) -> None:
    """Only what is queued about that game under that kind of key."""
    morning = AT + HOUR
    await queue(
        db,
        Outgoing(chat=7, payload="a", about="K7QF/1", dedup_key="turn:1", not_before=morning),
        Outgoing(chat=7, payload="b", about="K7QF/1", dedup_key="sheet:1", not_before=morning),
        Outgoing(chat=7, payload="c", about="K7QF/2", dedup_key="turn:2"),
    )
    async with db.transaction() as tx:
        assert await outbox.withdraw(tx, "K7QF/1", "turn:") == 1

    assert await send_all(db, morning) == ["b", "c"]


async def test_every_delivery_can_be_proved(db: Database) -> None:
    """Queued when, sent when, under which Telegram ids: for the arbiter's dossier (art. 7.2)."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"))
    await queue(
        db,
        Outgoing(chat=8, payload="b", about="K7QF/1"),
        Outgoing(chat=8, payload="c", about="K7QF/2"),
        at=AT + MINUTE,
    )
    (first, _) = await due(db, AT + MINUTE)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, first.id, [51, 52], AT + 2 * MINUTE)
        sent, queued = await outbox.deliveries(tx, "K7QF/1")

    assert sent == outbox.Delivery(
        id=first.id,
        chat=7,
        payload="a",
        state=outbox.SENT,
        attempts=0,
        created_at=AT,
        sent_at=AT + 2 * MINUTE,
        message_ids=(51, 52),
        error="",
    )
    assert (queued.state, queued.sent_at, queued.message_ids) == (outbox.QUEUED, None, ())


@given(st.lists(st.lists(st.integers(1, 10**9), min_size=1, max_size=10), max_size=4))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_what_was_sent_of_a_message_is_known_to_whoever_goes_on(
    db: Database, calls: list[list[int]]
) -> None:
    """The ids that each call has made come back as noted; none of them is the whole message."""
    async with db.transaction() as tx:
        await tx.execute(delete(table))
        await outbox.queue(tx, [Outgoing(chat=7, payload="a", dedup_key="K")], AT)
    (row,) = await due(db)
    async with db.transaction() as tx:
        await outbox.keep_parts(tx, row.id, calls)

    (again,) = await due(db)
    assert [list(part) for part in again.parts] == calls
    async with db.transaction() as tx:
        assert await outbox.message_of(tx, "K") is None
        await outbox.keep_parts(tx, row.id, ())
    assert [row.parts for row in await due(db)] == [()]


async def test_a_reply_to_a_sheet_finds_its_game(db: Database) -> None:
    """Each message of an album leads to what it was about; other numbers and chats to nothing."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"), Outgoing(chat=9, payload="b"))
    (sheet, other) = await due(db)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, sheet.id, [51, 52], AT)
        await outbox.mark_sent(tx, other.id, [51], AT)

        assert await outbox.about_of(tx, 7, 51) == "K7QF/1"
        assert await outbox.about_of(tx, 7, 52) == "K7QF/1"
        assert await outbox.about_of(tx, 7, 53) == ""
        assert await outbox.about_of(tx, 9, 51) == ""


async def test_an_edited_message_may_be_sent_under_its_old_number(db: Database) -> None:
    """A message changed in place leads to what it is about now."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"))
    await queue(db, Outgoing(chat=7, payload="b", about="K7QF/2"))
    for _ in range(2):
        (row,) = await due(db)
        async with db.transaction() as tx:
            await outbox.mark_sent(tx, row.id, [51], AT)

    async with db.reading() as tx:
        assert await outbox.about_of(tx, 7, 51) == "K7QF/2"


async def test_a_message_dropped_while_it_is_under_way_spoils_no_other_note(db: Database) -> None:
    """Its reader is forgotten during the call; what was sent to others is noted all the same."""
    await queue(
        db, Outgoing(chat=7, payload="a", about="g1"), Outgoing(chat=8, payload="b", about="g1")
    )
    gone, other = await due(db)
    async with db.transaction() as tx:
        await tx.execute(delete(table).where(table.c.id == gone.id))

    async with db.transaction() as tx:
        await outbox.mark_sent(tx, gone.id, [51], AT)
        await outbox.mark_sent(tx, other.id, [52], AT)

    assert await due(db) == []
    async with db.reading() as tx:
        assert await outbox.about_of(tx, 7, 51) == ""
        assert await outbox.about_of(tx, 8, 52) == "g1"


async def test_a_chat_that_moved_gets_what_waited_for_it(db: Database) -> None:
    """Queued messages follow the group to its new number at once; sent ones stay as proof."""
    await queue(db, Outgoing(chat=-5, payload="a", about="K7QF/1"))
    await send_all(db)
    await queue(db, Outgoing(chat=-5, payload="b"), Outgoing(chat=8, payload="c"))
    (row, _) = await due(db)
    async with db.transaction() as tx:
        await outbox.put_back(tx, row.id, AT + HOUR, "migrated")
        assert await outbox.readdress(tx, -5, -1005) == 1
        assert [each.chat for each in await outbox.deliveries(tx, "K7QF/1")] == [-5]

    assert [(row.chat, row.payload) for row in await due(db)] == [(-1005, "b"), (8, "c")]


async def test_proof_is_kept_when_old_messages_are_forgotten(db: Database) -> None:
    """Pruning drops sent small talk; what is about a game, queued or dead stays."""
    await queue(
        db,
        Outgoing(chat=1, payload="small talk"),
        Outgoing(chat=2, payload="sheet", about="K7QF/1"),
        Outgoing(chat=3, payload="dead"),
        Outgoing(chat=4, payload="queued"),
    )
    talk, sheet, dead, _ = await due(db)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, talk.id, [1], AT)
        await outbox.mark_sent(tx, sheet.id, [2], AT)
        await outbox.bury(tx, dead.id, "blocked")
        assert await outbox.prune(tx, AT) == 0

        assert await outbox.prune(tx, AT + HOUR) == 1
        assert await outbox.counts(tx) == {
            outbox.QUEUED: 1,
            outbox.SENT: 1,
            outbox.DEAD: 1,
            outbox.EXPIRED: 0,
        }


async def test_a_flood_is_answered_in_portions(db: Database) -> None:
    """`limit` bounds how many chats are served at a time, the longest waiting first."""
    await queue(db, *(Outgoing(chat=n, payload=str(n)) for n in range(1, 6)))
    async with db.reading() as tx:
        assert [row.chat for row in await departures.due(tx, AT, 3)] == [1, 2, 3]


def oracle(rows: list[dict[str, int]], holds: dict[int, int], now: int) -> list[int]:
    """Return by plain reading of the rules which rows are due."""
    result = []
    for chat in (1, 2):
        mine = [row for row in rows if row["chat"] == chat]
        allowed = [row for row in mine if row["not_before"] <= now < row["expires"]]
        held = now < holds.get(chat, 0) <= now + HOUR // STEP
        if allowed and not held and not now < allowed[0]["retry"] <= now + RETRY // STEP:
            result.append(allowed[0]["id"])
    return sorted(result)


STEP, RETRY = timedelta(minutes=4), timedelta(minutes=10)
STEPS = st.integers(0, 3)
ROW = st.fixed_dictionaries(
    {
        "chat": st.integers(1, 2),
        "not_before": STEPS,
        "retry": STEPS,
        "expires": st.sampled_from([1, 9]),
    }
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(ROW, max_size=6),
    holds=st.dictionaries(st.integers(1, 2), STEPS | st.just(99), max_size=2),
    now=STEPS,
)
async def test_the_right_row_of_each_chat_is_due(
    db: Database, rows: list[dict[str, int]], holds: dict[int, int], now: int
) -> None:
    """The query agrees with a plain reading of the rules, for all mixtures of holds."""
    async with db.transaction() as tx:
        await tx.execute(delete(table))
        await tx.execute(delete(chat_holds))
        for row in rows:
            new = Outgoing(
                chat=row["chat"],
                payload="x",
                not_before=AT + row["not_before"] * STEP,
                expires_at=AT + row["expires"] * STEP,
            )
            await outbox.queue(tx, [new], AT)
            (row["id"],) = (await tx.exec_driver_sql("SELECT max(id) FROM outbox")).one()
            if row["retry"]:
                await outbox.put_back(tx, row["id"], AT + row["retry"] * STEP, "x")
        for chat, until in holds.items():
            await departures.hold_chat(tx, chat, AT + until * STEP)
        found = [row.id for row in await departures.due(tx, AT + now * STEP)]

    assert found == oracle(rows, holds, now)


async def test_a_message_is_found_again_to_be_changed_or_proved(db: Database) -> None:
    """The last one about a thing in that chat; and when the one of a key was delivered."""
    rows = [
        Outgoing(chat=7, payload="{}", about="K7QF/1#1", dedup_key="card"),
        Outgoing(chat=7, payload="{}", about="K7QF/1#1"),
        Outgoing(chat=8, payload="{}", about="K7QF/1#1"),
    ]
    async with db.transaction() as tx:
        await outbox.queue(tx, rows, AT)
        assert await outbox.latest_about(tx, 7, "K7QF/1#1") is None
        assert await outbox.sent_at(tx, "card") is None
        first, second, other = sorted(row.id for row in await outbox.deliveries(tx, "K7QF/1#1"))
        await outbox.mark_sent(tx, first, [100], AT)
        await outbox.mark_sent(tx, second, [101, 102], AT)
        await outbox.mark_sent(tx, other, [900], AT)

        assert await outbox.latest_about(tx, 7, "K7QF/1#1") == 102
        assert await outbox.sent_at(tx, "card") == AT
        assert await outbox.sent_at(tx, "another") is None


async def test_a_wait_noted_under_a_wrong_clock_holds_nothing_up(db: Database) -> None:
    """A clock hours ahead for a moment: once it is right again, the message and its chat go."""
    ahead = AT + timedelta(hours=6)
    async with db.transaction() as tx:
        await outbox.queue(tx, [Outgoing(chat=7, payload="a"), Outgoing(chat=8, payload="b")], AT)
        (one, _) = await departures.due(tx, AT)
        await outbox.put_back(tx, one.id, ahead + timedelta(seconds=2), "no answer")
        await departures.hold_chat(tx, 8, ahead + timedelta(seconds=9))

        assert await departures.due(tx, ahead) == []
        assert [row.payload for row in await departures.due(tx, AT)] == ["a", "b"]
