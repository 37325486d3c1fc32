"""Copies a whole database into another, row by row, for example from SQLite to PostgreSQL.

This module counts the rows on both sides; `storage.verify` checks their meaning.
"""

from dataclasses import dataclass

from sqlalchemy import Table, func, insert, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database
from storage.errors import BadDatabase
from storage.migrations import HEAD, expect_present, migrate, revision, steps
from storage.schema import metadata
from storage.types import Key

PORTION = 1000
"""Rows read and written at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedTable:
    """The number of rows of a table, and of rows in the copy."""

    table: str
    source: int
    target: int


async def copy(source: Database, target: Database) -> list[CopiedTable]:
    """Copy everything into an empty database in one transaction; return the counts.

    The source must have the present schema, and nobody may write to it meanwhile. The copy is one
    state; later rows are not copied.

    Raises:
        SchemaMismatch: one of them was made by a later version of the program.
        BadDatabase: both are the same, one has another schema, or the target is not empty or has
            tables of another program; nothing is written.
    """
    if str(source) == str(target):
        msg = f"{source} cannot be copied into itself"
        raise BadDatabase(msg)
    await expect_present(source)
    target_revision = await revision(target)
    if target_revision is None:
        await migrate(target)
    elif target_revision != HEAD:
        steps(target_revision)  # raises SchemaMismatch for a later version
        msg = f"{target} is not at the present schema: give an empty database"
        raise BadDatabase(msg)
    async with source.reading() as source_tx, target.transaction() as target_tx:
        for table in metadata.sorted_tables:
            if await _count(target_tx, table):
                msg = f"{target} is not empty: its table {table.name} has rows"
                raise BadDatabase(msg)
        copied = [
            await _copy_table(source_tx, target_tx, table) for table in metadata.sorted_tables
        ]
        if target.shared:
            await _set_counters(target_tx)
    return copied


async def _copy_table(
    source_tx: AsyncConnection, target_tx: AsyncConnection, table: Table
) -> CopiedTable:
    """Copy a table in portions, by the order of its key, and count both."""
    key = tuple_(*table.primary_key)
    types = [column.type for column in table.primary_key]
    query = select(table).order_by(*table.primary_key).limit(PORTION)
    portion = (await source_tx.execute(query)).mappings().all()
    while portion:
        await target_tx.execute(insert(table), [dict(row) for row in portion])
        last_key = tuple_(*(portion[-1][column.name] for column in table.primary_key), types=types)
        portion = (await source_tx.execute(query.where(key > last_key))).mappings().all()
    return CopiedTable(
        table=table.name,
        source=await _count(source_tx, table),
        target=await _count(target_tx, table),
    )


async def _count(tx: AsyncConnection, table: Table) -> int:
    return int((await tx.execute(select(func.count()).select_from(table))).scalar_one())


async def _set_counters(target_tx: AsyncConnection) -> None:
    """Set PostgreSQL's counters after the copied rows; SQLite does so by itself."""
    set_counter = text("SELECT setval(pg_get_serial_sequence(:of, :column), :highest)")
    for table in metadata.sorted_tables:
        for column in table.primary_key:
            if column.type is not Key or column.foreign_keys or len(table.primary_key) > 1:
                continue  # the database does not assign this number
            highest = (await target_tx.execute(select(func.max(column)))).scalar_one()
            if highest is not None:
                values = {"of": table.name, "column": column.name, "highest": highest}
                await target_tx.execute(set_counter, values)
