"""What is read ahead in a championship is what each question would be answered."""

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId
from storage import ahead
from storage.play import reading_ahead
from storage.schema import games, persons
from tests.e2e.season import Season


async def _differences(tx: AsyncConnection) -> list[str]:
    """Return the queries whose rows read ahead are not those that they return now."""
    stored = ahead.stored_on(tx)
    assert stored is not None
    found = []
    for (query, values), rows in stored.rows.items():
        now = (await tx.execute(query, dict(values))).all()
        if [tuple(row) for row in rows] != [tuple(row) for row in now]:
            found.append(f"{query} {values}: {rows} instead of {now}")
    return found


@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Oprea")
async def test_every_row_read_ahead_is_that_of_its_query(season: Season) -> None:
    """For each person and each game, all questions foreseen have the rows they would have."""
    async with season.table.stored.database.transaction() as tx:
        accounts = (await tx.execute(select(persons.c.account))).scalars().all()
        codes = (await tx.execute(select(games.c.game_id))).scalars().all()
        for account in accounts:
            if account is not None:
                await reading_ahead.author(tx, account)
        for code in codes:
            await reading_ahead.game(tx, GameId(code))
        assert len(accounts) > 2
        assert len(codes) > 2
        assert await _differences(tx) == []
