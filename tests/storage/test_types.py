"""Instants in the database: with a zone going in and out, and unchanged."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import StatementError

from storage.db import Database
from storage.schema import handled

ZONES = st.sampled_from([UTC, ZoneInfo("Europe/Bucharest"), timezone(timedelta(hours=-9.5))])
INSTANTS = st.datetimes(
    min_value=datetime(1990, 1, 1),  # noqa: DTZ001  (the zone is drawn beside it)
    max_value=datetime(2100, 1, 1),  # noqa: DTZ001
    timezones=ZONES,
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(instants=st.lists(INSTANTS, min_size=1, max_size=6, unique=True))
async def test_an_instant_comes_back_as_the_same_instant_in_utc(
    db: Database, instants: list[datetime]
) -> None:
    """For any zone it keeps microseconds and sorts by time."""
    async with db.transaction() as tx:
        await tx.execute(delete(handled))
        rows = [{"chat": 1, "message": n, "at": at} for n, at in enumerate(instants)]
        await tx.execute(insert(handled), rows)
        found = (await tx.execute(select(handled.c.at).order_by(handled.c.at))).scalars().all()

    assert found == sorted(at.astimezone(UTC) for at in instants)
    assert all(at.tzinfo is UTC for at in found)


async def test_an_instant_without_zone_is_refused(db: Database) -> None:
    """A naive datetime never reaches the database."""
    statement = insert(handled).values(chat=1, message=1, at=datetime(2025, 5, 3))  # noqa: DTZ001
    async with db.transaction() as tx:
        with pytest.raises(StatementError, match="time zone"):
            await tx.execute(statement)


async def test_instants_are_compared_by_time(db: Database) -> None:
    """A bound in another zone finds the same rows."""
    noon = datetime(2025, 5, 3, 9, 0, tzinfo=UTC)
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=1, at=noon))
        bound = noon.astimezone(ZoneInfo("Europe/Bucharest"))
        found = await tx.execute(select(handled.c.message).where(handled.c.at == bound))

        assert found.scalars().all() == [1]
