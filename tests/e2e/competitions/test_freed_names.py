"""A freed seat never shows the name of an account, and what was played stays whose it is."""

from pathlib import Path

import pytest

from tests.e2e.competitions.retirement_shared import freed
from tests.e2e.public_site import written
from tests.e2e.season import Season

ACCOUNT = "de pe telefon"


async def no_account_is_shown(made: Season, folder: Path) -> None:
    """Check the card, the list of players, the standings, and every file of the site."""
    championship, table = made.championship, made.table
    await championship.say(f"/campionat {made.code}")
    await championship.press("button.comp.players")
    (standings,) = await table.say(table.arbiter, f"/clasament {made.code}")
    shown = {"list": championship.card.text, "standings": standings.text}
    site = await written(table, folder)
    shown |= {path: text.decode("utf-8", "replace") for path, text in site.everything().items()}
    assert [path for path, text in shown.items() if ACCOUNT in text] == []


@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", over=2)
async def test_a_seat_freed_in_a_running_phase(season: Season, tmp_path: Path) -> None:
    """The list, the standings and the site show the name that the arbiter wrote."""
    await freed(season, "Ana Pop")

    await no_account_is_shown(season, tmp_path / "site")


@pytest.mark.qualified("Ana Pop", "Ion Rus", "Dan Ene", advance=2)
async def test_a_seat_freed_between_the_phases(between_phases: Season, tmp_path: Path) -> None:
    """The games of the preliminary phase stay with the player who played them."""
    made = between_phases
    before = (await made.competition()).phases[0]
    finalist, name = next(iter((await made.championship.names()).items()))

    await freed(made, name)

    assert finalist in before.players
    assert (await made.competition()).phases[0].players == before.players
    assert (await made.competition()).phases[0].results == before.results
    await no_account_is_shown(made, tmp_path / "site")
