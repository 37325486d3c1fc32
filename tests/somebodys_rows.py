"""A row about a person in every table that can have one, for tests of erasure."""

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Date, Integer, LargeBinary, Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.cases import statements
from storage.people import people
from storage.people.people import Habits
from storage.people.personal_data import KEPT, ForgettingRule
from storage.schema import metadata
from storage.types import UtcDateTime

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Paris", reminder_hour=7, quiet_from=21, quiet_to=5)
TABLES = [table for table in metadata.sorted_tables if table.name != "events"]


async def a_person(tx: AsyncConnection, name: str, account: int) -> PersonId:
    """Add a person with an account, and return their id."""
    known = await people.create(tx, name, HABITS, account=account, address=account, language="ro")
    await people.change(tx, known.id, club=f"Club {name}")
    return known.id


def value_of(table: Table, column: Column[Any], person: PersonId, account: int, mark: str) -> Any:  # noqa: PLR0911  (one a type)
    """Return a value for the column that a test can recognise afterwards."""
    kept = KEPT[table.name]
    if column.name in kept.person:
        return int(person)
    if column.name in {"chat", "to"} and (kept.chat or "chat" in kept.own.split()):
        return account
    kind = column.type
    if isinstance(kind, UtcDateTime):
        return AT
    if isinstance(kind, Date):
        return date(2025, 5, 3)
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, LargeBinary):
        return mark.encode()
    if isinstance(kind, BigInteger | Integer):
        return account % 1000 if column.primary_key else 1
    if column.name in kept.own.split():
        length = getattr(kind, "length", None)
        return mark[:length] if length else f'{{"said": "{mark}", "to": {account}}}'
    return f"code {account % 1000}"[: getattr(kind, "length", None) or 40]


async def fill(
    tx: AsyncConnection,
    person: PersonId,
    account: int,
    mark: str,
    *,
    fates: Collection[ForgettingRule] = tuple(ForgettingRule),
) -> None:
    """Add a row about the person to every table with one of these rules."""
    added: dict[str, Any] = {}
    known = {"persons", "rating_runs", "rating_sheets", "rating_lists", "rating_rows"}
    for table in TABLES:
        kept = KEPT[table.name]
        if (
            table.name in known
            or kept.fate not in fates
            or not (kept.person or kept.chat or kept.own)
        ):
            continue
        row = {
            column.name: value_of(table, column, person, account, mark)
            for column in table.columns
            if column.name != "id"
        }
        for column in table.columns:
            for key in column.foreign_keys:
                row[column.name] = added.get(key.column.table.name, row.get(column.name))
        if table.name == "group_chats":
            row["kind"] = "archive"
        if table.name == "statements":
            row |= {"salt": "00", "digest": statements.digest_of("00", row["text"])}
        if table.name == "inbox":
            row["update_id"] = account % 1000
        if table.name in {"inbox", "outbox"}:
            row["state"] = "done" if table.name == "inbox" else "sent"
        found = await tx.execute(insert(table).values(**row))
        added[table.name] = (found.inserted_primary_key or (None,))[0]
