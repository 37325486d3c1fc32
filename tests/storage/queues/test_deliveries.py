"""Every delivery can be proved, and found by Telegram's numbers."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from storage.db import Database
from storage.queues import outbox
from storage.queues.outbox import Outgoing
from storage.schema import outbox as table
from tests.storage.queued import AT, MINUTE, due, queue


async def test_every_delivery_can_be_proved(db: Database) -> None:
    """The case file gets the times of queueing and sending, and Telegram's ids (art. 7.2)."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"))
    await queue(
        db,
        Outgoing(chat=8, payload="b", about="K7QF/1"),
        Outgoing(chat=8, payload="c", about="K7QF/2"),
        at=AT + MINUTE,
    )
    (first, _) = await due(db, AT + MINUTE)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, first, [51, 52], AT + 2 * MINUTE)
        sent, queued = await outbox.deliveries(tx, "K7QF/1")

    assert sent == outbox.Delivery(
        id=first.id,
        chat=7,
        payload="a",
        state=outbox.MessageState.SENT,
        attempts=0,
        created_at=AT,
        sent_at=AT + 2 * MINUTE,
        message_ids=(51, 52),
        error="",
    )
    assert (queued.state, queued.sent_at, queued.message_ids) == (
        outbox.MessageState.QUEUED,
        None,
        (),
    )


@given(st.lists(st.lists(st.integers(1, 10**9), min_size=1, max_size=10), max_size=4))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_what_was_sent_of_a_message_is_known_to_the_next_sender(
    db: Database, calls: list[list[int]]
) -> None:
    """The ids of each call are read back, and no call counts as the whole message."""
    async with db.transaction() as tx:
        await tx.execute(delete(table))
        await outbox.queue(tx, [Outgoing(chat=7, payload="a", dedup_key="K")], AT)
    (row,) = await due(db)
    async with db.transaction() as tx:
        await outbox.keep_parts(tx, row, calls)

    (again,) = await due(db)
    assert [list(part) for part in again.parts] == calls
    async with db.transaction() as tx:
        assert await outbox.message_of(tx, "K", 7) is None
        assert await outbox.keep_parts(tx, row, ())
    assert [row.parts for row in await due(db)] == [()]


async def test_a_reply_to_a_sheet_finds_its_game(db: Database) -> None:
    """Each message of an album leads to its subject; other numbers and chats do not."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"), Outgoing(chat=9, payload="b"))
    (sheet, other) = await due(db)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, sheet, [51, 52], AT)
        await outbox.mark_sent(tx, other, [51], AT)

        assert await outbox.about_of(tx, 7, 51) == "K7QF/1"
        assert await outbox.about_of(tx, 7, 52) == "K7QF/1"
        assert await outbox.about_of(tx, 7, 53) == ""
        assert await outbox.about_of(tx, 9, 51) == ""


async def test_an_edited_message_may_be_sent_under_its_old_number(db: Database) -> None:
    """A message changed in place leads to its present subject."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"))
    await queue(db, Outgoing(chat=7, payload="b", about="K7QF/2"))
    for _ in range(2):
        (row,) = await due(db)
        async with db.transaction() as tx:
            await outbox.mark_sent(tx, row, [51], AT)

    async with db.reading() as tx:
        assert await outbox.about_of(tx, 7, 51) == "K7QF/2"


async def test_a_message_dropped_while_it_is_under_way_spoils_no_other_note(db: Database) -> None:
    """If a reader is forgotten during a call, other deliveries are still recorded."""
    await queue(
        db, Outgoing(chat=7, payload="a", about="g1"), Outgoing(chat=8, payload="b", about="g1")
    )
    gone, other = await due(db)
    async with db.transaction() as tx:
        await tx.execute(delete(table).where(table.c.id == gone.id))

    async with db.transaction() as tx:
        await outbox.mark_sent(tx, gone, [51], AT)
        await outbox.mark_sent(tx, other, [52], AT)

    assert await due(db) == []
    async with db.reading() as tx:
        assert await outbox.about_of(tx, 7, 51) == ""
        assert await outbox.about_of(tx, 8, 52) == "g1"


async def test_a_message_is_found_again_to_be_changed_or_proved(db: Database) -> None:
    """The last one on a subject in a chat, and the delivery of a key, can be read."""
    rows = [
        Outgoing(chat=7, payload="{}", about="K7QF/1#1", dedup_key="card"),
        Outgoing(chat=7, payload="{}", about="K7QF/1#1"),
        Outgoing(chat=8, payload="{}", about="K7QF/1#1"),
    ]
    async with db.transaction() as tx:
        await outbox.queue(tx, rows, AT)
        assert await outbox.latest_about(tx, 7, "K7QF/1#1") is None
        assert await outbox.sent_at(tx, "card") is None
        first, second, other = await outbox.deliveries(tx, "K7QF/1#1")
        await outbox.mark_sent(tx, first, [100], AT)
        await outbox.mark_sent(tx, second, [101, 102], AT)
        await outbox.mark_sent(tx, other, [900], AT)

        assert await outbox.latest_about(tx, 7, "K7QF/1#1") == 102
        assert await outbox.sent_at(tx, "card") == AT
        assert await outbox.sent_at(tx, "another") is None
