"""Statements at a file reach the driver's thread once each."""

import logging
from pathlib import Path

import pytest

from storage.db import Database
from tests.databases import empty_database


async def test_a_query_takes_one_trip_to_the_drivers_thread(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A statement with its rows costs one change of threads, not one for each of its steps."""
    url = f"sqlite:///{empty_database(tmp_path / 'tur.db')}"
    async with Database(url) as db, db.transaction() as tx:
        with caplog.at_level(logging.DEBUG, "aiosqlite"):
            rows = (await tx.exec_driver_sql("SELECT 1 UNION SELECT 2")).all()
        trips = [each for each in caplog.messages if each.startswith("executing")]
    assert [tuple(row) for row in rows] == [(1,), (2,)]
    assert len(trips) == 1
