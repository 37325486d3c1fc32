"""Running games in which nobody can move: the nightly check notifies their arbiters."""

import pytest

from bot.program.schedule import run_job
from sandbox import Message
from storage.people import forgetting
from tests.e2e.championship import press
from tests.e2e.harness import Pair, Table
from tests.e2e.matches.places_shared import freed
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


async def checked(table: Table, nights: int = 1) -> list[Message]:
    """Run the check on this many nights; return its messages to the arbiter."""
    for _ in range(nights):
        await run_job(nightly(table, "stalled"))
        await table.settle()
    return told(table.arbiter.messages, "stalled.game")


@pytest.mark.article("9.6")
async def test_a_game_whose_place_came_free_is_reported_once_while_its_player_is_on_turn(
    table: Table, pair: Pair
) -> None:
    """The arbiter gets the file and places only in the turn of the free seat."""
    await freed(table, pair.code, "Ion Rus")
    assert await checked(table) == []
    await pair.place(pair.red, "H8 CASA")

    (alarm,) = await checked(table, 3)

    assert mentions(alarm, "stalled.absent", who="Ion Rus")
    assert told(await press(table, table.arbiter, alarm, "button.stalled_file"), "silence.dossier")
    await press(table, table.arbiter, alarm, "button.places")
    assert mentions(alarm, "place.card")


@pytest.mark.article("9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", on_paper=("Dan Ene",))
async def test_a_writer_is_somebody_and_a_list_of_the_arbiter_is_enough(season: Season) -> None:
    """Paper players are on the arbiter's list; a forgotten player is not, and is reported."""
    table = season.table
    assert await checked(table) == []
    (game,) = await _on_turn(season, "Ana Pop")
    ana = await season.person("Ana Pop")
    async with table.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, ana, table.sandbox.clock.now(), "Jucător retras")

    heard = [one.text for one in await checked(table, 2)]

    assert any(game in text for text in heard)
    assert len({*heard}) == len(heard)


async def _on_turn(season: Season, name: str) -> list[str]:
    """Return the home games in which that player is on turn."""
    who = await season.person(name)
    return [f"{match.code}/1" for match in await season.matches() if match.red == who]
