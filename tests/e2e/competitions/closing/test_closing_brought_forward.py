"""A closing that is moved to an earlier day during its phase (art. 9.1, 9.4)."""

from datetime import date
from decimal import Decimal

import pytest

from bot.runtime.folding import load_game, with_closing
from bot.service.service import Service
from engine.ids import GameId
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.harness import Table, bucharest
from tests.e2e.season import Season


async def move_closing(season: Season, day: str) -> None:
    """Have the arbiter type that day as the closing date of the phase."""
    made = season.championship
    await made.say(f"/campionat {season.code}")
    await made.steps("plan", "dates_only")
    await made.say(f"1.05.2025 {day}")


@pytest.mark.article("9.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_closing_moved_to_today_makes_nobody_a_no_show(
    table: Table, season: Season
) -> None:
    """A Red who never opened did not have five days after the move, so each player gets 1."""
    (pair,) = await season.pairs()
    await table.travel_to(bucharest("2025-05-08", "09:00:00"))
    await move_closing(season, "8.05.2025")
    await season.championship.press("button.comp.yes_closing_today")
    await table.travel_to(bucharest("2025-05-14", "09:00:00"))

    await end_all(table)

    home = (await table.stored.match(pair.code)).results[0]
    assert (home.red, home.blue) == (Decimal("1.0000"), Decimal("1.0000"))


@pytest.mark.article("9.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_five_days_after_a_closing_was_brought_forward_a_no_show_is_one(
    table: Table, season: Season
) -> None:
    """A Red who lets these five days pass, too, has 0; every copy of the game counts them alike.

    The copies are the game as filed in a case, and as an operator reads it.
    """
    (pair,) = await season.pairs()
    await table.travel_to(bucharest("2025-05-08", "09:00:00"))
    await move_closing(season, "13.05.2025")
    await every_copy_knows(table, GameId(pair.id))
    await table.travel_to(bucharest("2025-05-19", "09:00:00"))

    await end_all(table)

    home = (await table.stored.match(pair.code)).results[0]
    assert (home.red, home.blue) == (Decimal("0.0000"), Decimal("1.5300"))


@pytest.mark.article("9.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_closing_put_back_at_once_changes_nothing(table: Table, season: Season) -> None:
    """A Red who had all the days before that closing is a no-show, as without the mistake."""
    (pair,) = await season.pairs()
    await table.travel_to(bucharest("2025-05-03", "09:00:00"))
    await move_closing(season, "12.05.2025")
    await table.travel_to(bucharest("2025-05-09", "09:00:00"))
    await move_closing(season, "10.05.2025")
    await move_closing(season, "12.05.2025")
    await table.travel_to(bucharest("2025-05-18", "09:00:00"))

    await end_all(table)

    home = (await table.stored.match(pair.code)).results[0]
    assert (home.red, home.blue) == (Decimal("0.0000"), Decimal("1.5300"))


async def every_copy_knows(table: Table, game: GameId) -> None:
    """Check that each copy of a game knows on which day its closing was brought forward."""
    async with table.app.runtime.unit() as unit:
        service = Service(unit, table.app.shared)
        snapshot = await service.games.load(game)
        filed = await service.games.as_of(snapshot.game.id, snapshot.seq)
        folded, _ = await load_game(unit.tx, table.app.shared, snapshot.game.id)
        read = await with_closing(unit.tx, table.app.shared, folded)

    assert snapshot.game.closing_moved == date(2025, 5, 8)
    for copy in (filed, read):
        assert (copy.closing, copy.closing_moved) == (date(2025, 5, 13), date(2025, 5, 8))
