"""A person who hides their name, or is a minor, is published in full by no import."""

from pathlib import Path

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

ANA, EVA = "Ana Hidoiu", "Eva Minoriu"
DAN, GEO = "Dan Ene", "Geo Luca"
ABOUT = {"title": "Cupa Doi", "closing": "2025-09-30"}


async def competition(table: Table, name: str, other: str) -> None:
    """Import a competition of one game between two people."""
    game = played()
    names = {Seat.RED: name, Seat.BLUE: other}
    content = form([game_line(game, names)], move_lines(game), about=ABOUT)
    card = (await send(table, content))[-1]
    assert not mentions(card, "resolve.ask")
    await table.press(table.arbiter, card, "button.import.yes")


async def ratings(table: Table, *names: str) -> None:
    """Publish a rating list of these people."""
    talk = await keeper(table)
    quoted = [f'"{name}"' for name in names]
    shown, _ = await talk.works_out("frs", ("jocuri.csv", calendar(3, names=quoted)))
    await talk.publish(shown)


async def test_nothing_that_is_brought_in_publishes_a_name_in_full(
    table: Table, tmp_path: Path
) -> None:
    """Pages, feeds and files have the others' names, and theirs as they want it seen.

    Ana hides her name and Eva is a minor; each import spells one of them in another way.
    """
    pair = await table.match(names=(ANA, EVA))
    await table.choose(pair.red, "name:hidden")
    minor = (await table.stored.person(pair.blue.id)).id
    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, minor, minor=True)

    await season(table, "Cupa Unu", ANA, DAN, "MINORIU, Eva")
    await competition(table, "HIDOIU, Ana", EVA)
    await ratings(table, ANA, GEO, "MINORIU, Eva")

    site = await written(table, tmp_path / "site")
    files = {path: text.decode("utf-8", "replace") for path, text in site.everything().items()}
    for published in (DAN, ABOUT["title"], GEO):
        assert [path for path, text in files.items() if published in text], published
    for name in ("hidoiu", "minoriu"):
        assert [path for path, text in files.items() if name in text.casefold()] == [], name
