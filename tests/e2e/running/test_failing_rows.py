"""A due row that fails: no other row waits for it."""

from datetime import timedelta

from storage.days import due
from storage.days.due import DueRow
from tests.e2e.harness import Pair
from tests.e2e.texts import told

BROKEN = "g/ABCD/1"
"""A game that is not there."""


async def test_what_cannot_be_executed_holds_up_no_other(pair: Pair) -> None:
    """Later reminders are sent, operators are notified once a day, and the row is retried."""
    table = pair.table
    database, now = table.app.runtime.database, table.sandbox.clock.now()
    async with database.transaction() as tx:
        await due.put(tx, DueRow(stream=BROKEN, kind="time_exceeded:red", due_at=now))

    await table.travel(6)

    assert told(pair.red.messages, "digest.text")
    (first, *_) = alerts = told(table.operator.messages, "operator.not_rung", stream=BROKEN)
    assert "ABCD" in first.text
    assert 2 <= len(alerts) <= 6

    table.failed_deadlines = table.app.runtime.counts.deadlines["failed"]
    async with database.transaction() as tx:
        (row,) = await due.of(tx, BROKEN)
        assert row.due_at - table.sandbox.clock.now() <= timedelta(minutes=15)
        await due.remove(tx, row.stream, row.kind)
