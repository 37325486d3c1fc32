"""The outbox: a message is sent with its change, once, and only while it is wanted."""

import pytest

from storage.db import Database
from storage.queues import outbox
from storage.queues.outbox import Outgoing
from tests.storage.queued import AT, HOUR, MINUTE, due, queue, send_all


async def test_a_message_is_stored_with_the_change_or_not_at_all(db: Database) -> None:
    """Messages of a failed transaction are never sent."""

    async def fail() -> None:
        async with db.transaction() as tx:
            await outbox.queue(tx, [Outgoing(chat=7, payload="a")], AT)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    assert await due(db) == []


async def test_the_same_key_is_queued_once(db: Database) -> None:
    """A repeat is dropped even after the first was sent; without a key none is dropped."""
    row = Outgoing(chat=7, payload="a", dedup_key="move:K7QF/1:3:7")
    await queue(db, row, row)
    assert await send_all(db) == ["a"]
    await queue(db, row, Outgoing(chat=7, payload="b"), Outgoing(chat=7, payload="b"))

    assert await send_all(db) == ["b", "b"]


async def test_what_came_too_late_is_not_sent(db: Database) -> None:
    """An expired message is not due, blocks nothing, and is then marked as expired."""
    await queue(
        db, Outgoing(chat=7, payload="a", expires_at=AT + MINUTE), Outgoing(chat=7, payload="b")
    )

    assert [row.payload for row in await due(db, AT)] == ["a"]
    assert [row.payload for row in await due(db, AT + MINUTE)] == ["b"]
    async with db.transaction() as tx:
        assert await outbox.expire(tx, AT + MINUTE) == 1
        assert await outbox.expire(tx, AT + MINUTE) == 0
        assert (await outbox.counts(tx))[outbox.MessageState.EXPIRED] == 1


async def test_a_message_sent_meanwhile_is_neither_changed_nor_withdrawn(db: Database) -> None:
    """The row is the proof of delivery, whatever was to happen to the waiting message."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1"))
    (row,) = await due(db)
    await send_all(db)
    async with db.transaction() as tx:
        for payload in ("b", None):
            await outbox.rewrite(tx, row.id, payload)

        (sent,) = await outbox.deliveries(tx, "K7QF/1")
        assert (sent.payload, sent.state) == ("a", outbox.MessageState.SENT)


async def test_a_keys_beginning_is_taken_letter_by_letter(db: Database) -> None:
    """`_`, `%` and `/` stand for themselves in the beginning of a key."""
    keys = ("turn_1/a", "turnX1/a", "turn_1%", "turn_1")
    await queue(db, *(Outgoing(chat=7, payload=key, dedup_key=key, about="K7QF/1") for key in keys))

    async with db.transaction() as tx:
        assert await outbox.withdraw(tx, "K7QF/1", "turn_1/") == ["turn_1/a"]
        assert await outbox.withdraw(tx, "K7QF/1", "turn_1%") == ["turn_1%"]
    assert await send_all(db) == ["turnX1/a", "turn_1"]


async def test_a_reminder_overtaken_by_the_placement_is_withdrawn(db: Database) -> None:
    """Only messages about that game with that kind of key are withdrawn."""
    morning = AT + HOUR
    await queue(
        db,
        Outgoing(chat=7, payload="a", about="K7QF/1", dedup_key="turn:1", not_before=morning),
        Outgoing(chat=7, payload="b", about="K7QF/1", dedup_key="sheet:1", not_before=morning),
        Outgoing(chat=7, payload="c", about="K7QF/2", dedup_key="turn:2"),
    )
    async with db.transaction() as tx:
        assert await outbox.withdraw(tx, "K7QF/1", "turn:") == ["turn:1"]

    assert await send_all(db, morning) == ["b", "c"]


async def test_a_chat_that_moved_gets_what_waited_for_it(db: Database) -> None:
    """Queued messages follow the group to its new number at once; sent ones stay as proof."""
    await queue(db, Outgoing(chat=-5, payload="a", about="K7QF/1"))
    await send_all(db)
    await queue(db, Outgoing(chat=-5, payload="b"), Outgoing(chat=8, payload="c"))
    (row, _) = await due(db)
    async with db.transaction() as tx:
        await outbox.put_back(tx, row, AT + HOUR, "migrated")
        await outbox.renumber(tx, -5, -1005)
        assert [each.chat for each in await outbox.deliveries(tx, "K7QF/1")] == [-5]

    assert [(row.chat, row.payload) for row in await due(db)] == [(-1005, "b"), (8, "c")]


async def test_a_call_to_a_former_address_changes_nothing_at_the_new_one(db: Database) -> None:
    """A reader who moves during the call gets the whole message, and no id of another chat."""
    await queue(db, Outgoing(chat=7, payload="a", about="K7QF/1", dedup_key="turn"))
    (row,) = await due(db)
    async with db.transaction() as tx:
        await outbox.keep_parts(tx, row, [(51, 52)])
        await outbox.readdress(tx, 7, 8)
        await outbox.mark_sent(tx, row, (51, 52, 53), AT)
        await outbox.put_back(tx, row, AT + HOUR, "timed out")

        assert not await outbox.bury(tx, row, "blocked")
        assert not await outbox.keep_parts(tx, row, [(51, 52)])
        assert not await outbox.is_waiting(tx, row)
        assert await outbox.about_of(tx, 8, 51) == ""

    (moved,) = await due(db)
    assert (moved.id, moved.chat, moved.parts, moved.attempts) == (row.id, 8, (), 0)


async def test_proof_is_kept_when_old_messages_are_forgotten(db: Database) -> None:
    """Pruning drops other sent messages; those about a game, queued or dead ones stay."""
    await queue(
        db,
        Outgoing(chat=1, payload="small talk"),
        Outgoing(chat=2, payload="sheet", about="K7QF/1"),
        Outgoing(chat=3, payload="dead"),
        Outgoing(chat=4, payload="queued"),
    )
    talk, sheet, dead, _ = await due(db)
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, talk, [1], AT)
        await outbox.mark_sent(tx, sheet, [2], AT)
        await outbox.bury(tx, dead, "blocked")
        assert await outbox.prune(tx, AT) == 0

        assert await outbox.prune(tx, AT + HOUR) == 1
        assert await outbox.counts(tx) == {
            outbox.MessageState.QUEUED: 1,
            outbox.MessageState.SENT: 1,
            outbox.MessageState.DEAD: 1,
            outbox.MessageState.EXPIRED: 0,
        }
