"""A person who hides their name, or is a minor, is published in full by no import."""

from pathlib import Path

import pytest

from engine.ids import Seat
from storage.people import people
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import played, send
from tests.e2e.people.who_is_who_shared import season
from tests.e2e.public_site import written
from tests.e2e.rating_talk import keeper
from tests.e2e.texts import mentions
from tests.import_forms import form, game_line, move_lines
from tests.rating_files import calendar

ANA, DAN = "Ana Hidoiu", "Dan Ene"
ABOUT = {"title": "Cupa Doi", "closing": "2025-09-30"}


async def _season(table: Table, name: str) -> None:
    await season(table, "Cupa Unu", name, DAN)


async def _competition(table: Table, name: str) -> None:
    game = played()
    content = form(
        [game_line(game, {Seat.RED: name, Seat.BLUE: DAN})], move_lines(game), about=ABOUT
    )
    card = (await send(table, content))[-1]
    if mentions(card, "resolve.ask"):
        await table.press(table.arbiter, card, "button.resolve.same")
    await table.press(table.arbiter, card, "button.import.yes")


async def _ratings(table: Table, name: str) -> None:
    talk = await keeper(table)
    name = f'"{name}"' if "," in name else name
    shown, _ = await talk.works_out("frs", ("jocuri.csv", calendar(3, names=(name, DAN, "Geo"))))
    await talk.publish(shown)


IMPORTS = {"season": _season, "competition": _competition, "ratings": _ratings}


@pytest.mark.parametrize(
    ("entrance", "how", "name"),
    [
        ("season", "hidden", ANA),
        ("season", "minor", "HIDOIU, Ana"),
        ("competition", "hidden", "HIDOIU, Ana"),
        ("competition", "minor", ANA),
        ("ratings", "hidden", ANA),
        ("ratings", "minor", "HIDOIU, Ana"),
    ],
)
async def test_nothing_that_is_brought_in_publishes_a_name_in_full(
    table: Table, tmp_path: Path, entrance: str, how: str, name: str
) -> None:
    """Pages, feeds and files have the others' names, and theirs as they want it seen."""
    pair = await table.match(names=(ANA, "Ion Rus"))
    if how == "hidden":
        await table.choose(pair.red, "name:hidden")
    else:
        person = (await table.stored.person(pair.red.id)).id
        async with table.app.runtime.database.transaction() as tx:
            await people.change(tx, person, minor=True)

    await IMPORTS[entrance](table, name)

    site = await written(table, tmp_path / "site")
    files = {path: text.decode("utf-8", "replace") for path, text in site.everything().items()}
    assert [path for path, text in files.items() if DAN in text]
    assert [path for path, text in files.items() if "hidoiu" in text.casefold()] == []
