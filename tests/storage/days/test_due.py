"""Due rows: one for each stream and kind, found at their time."""

from datetime import UTC, datetime, timedelta

from storage.days import due
from storage.days.due import DueRow
from storage.db import Database

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def row(stream: str, kind: str, days: int, payload: str = "") -> DueRow:
    """Return a row due after this many days."""
    return DueRow(stream=stream, kind=kind, due_at=AT + days * DAY, payload=payload)


async def test_what_is_due_is_found_when_its_time_has_come(db: Database) -> None:
    """A row is found when it is due or after any downtime, not earlier, the oldest first."""
    late, later = row("g/A/1", "turn", 1, "7"), row("g/B/1", "silence", 2)
    async with db.transaction() as tx:
        await due.put(tx, later)
        await due.put(tx, late)

        assert await due.due_rows(tx, AT + DAY - timedelta(microseconds=1)) == []
        assert await due.due_rows(tx, AT + DAY) == [late]
        assert await due.due_rows(tx, AT + 99 * DAY) == [late, later]
        assert await due.due_rows(tx, AT + 99 * DAY, limit=1) == [late]


async def test_a_new_deadline_takes_the_place_of_the_old(db: Database) -> None:
    """Each stream and kind has one row."""
    async with db.transaction() as tx:
        await due.put(tx, row("g/A/1", "turn", 1))
        await due.put(tx, row("g/A/1", "turn", 5, "new"))
        await due.put(tx, row("g/A/1", "silence", 2))

        assert await due.of(tx, "g/A/1") == [
            row("g/A/1", "silence", 2),
            row("g/A/1", "turn", 5, "new"),
        ]


async def test_a_game_that_moves_gets_its_deadlines_again(db: Database) -> None:
    """New rows of a stream do not change those of another."""
    async with db.transaction() as tx:
        await due.replace_all(tx, "g/A/1", [row("g/A/1", "turn", 1), row("g/A/1", "silence", 5)])
        await due.replace_all(tx, "g/A/2", [row("g/A/2", "turn", 3)])
        await due.replace_all(tx, "g/A/1", [row("g/A/1", "turn", 2)])

        assert await due.due_rows(tx, AT + 9 * DAY) == [
            row("g/A/1", "turn", 2),
            row("g/A/2", "turn", 3),
        ]
        await due.replace_all(tx, "g/A/1", [])
        assert await due.of(tx, "g/A/1") == []


async def test_what_is_due_and_was_not_executed_can_stay(db: Database) -> None:
    """Rebuilding rows keeps an overdue one unless a new one has its kind."""
    async with db.transaction() as tx:
        old = [row("g/A/1", "dossier", 1), row("g/A/1", "turn", 1), row("g/A/1", "flag", 5)]
        await due.replace_all(tx, "g/A/1", old)

        new = [row("g/A/1", "turn", 4)]
        await due.replace_keeping_due(tx, "g/A/1", new, AT + 2 * DAY)

        assert await due.of(tx, "g/A/1") == [row("g/A/1", "dossier", 1), *new]


async def test_what_is_due_keeps_its_place_before_the_next_of_its_kind(db: Database) -> None:
    """If the first of two reminders at one hour rebuilds the rows, the second stays."""
    async with db.transaction() as tx:
        old = [row("g/A/1", "dossier", 1), row("g/A/1", "turn", 1), row("g/A/1", "flag", 5)]
        await due.replace_all(tx, "g/A/1", old)

        new = [row("g/A/1", "turn", 4), row("g/A/1", "leave", 6)]
        await due.refresh(tx, "g/A/1", new, AT + DAY)

        assert await due.of(tx, "g/A/1") == [*old[:2], new[1]]


async def test_a_row_can_be_removed(db: Database) -> None:
    """Removing a missing row does nothing."""
    async with db.transaction() as tx:
        await due.put(tx, row("g/A/1", "turn", 1))
        await due.remove(tx, "g/A/1", "turn")
        await due.remove(tx, "g/A/1", "turn")

        assert await due.of(tx, "g/A/1") == []
