"""The hall of fame on the public site, and a player's ranks over the years."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from bot.site.options import SiteOptions
from tests.e2e.harness import Table
from tests.e2e.harness import table as laid_out
from tests.e2e.public_site import written
from tests.e2e.years import begun, two_years_over


@pytest_asyncio.fixture(name="table")
async def _table(tmp_path: Path) -> AsyncIterator[Table]:
    """Give the table of two finished cups of one series."""
    async with laid_out(tmp_path, after=two_years_over) as laid:
        yield laid


async def test_the_site_has_a_page_for_each_series_and_names_it_where_it_belongs(
    table: Table, tmp_path: Path
) -> None:
    """A series' page has podiums and titles, and competitions and players link to it."""
    codes, users = table.done
    folder = tmp_path / "site"
    first = await written(table, folder)

    assert not first.made.failed
    page = first.text("s/cupa-oraselor.html")
    assert page.index("Cupa Orașelor 2025") < page.index("Cupa Orașelor 2024")
    assert page.count("j/stefan-ionescu.html") == 3
    assert "6,0000" in page
    assert "s/cupa-oraselor.html" in first.text("galerie.html")
    assert "galerie.html" in first.text("index.html")
    assert "s/cupa-oraselor.html" in first.text(f"c/{codes[0].lower()}/index.html")
    player = first.text("j/ana-pop.html")
    assert player.index("locul 1") < player.index("locul 2")
    assert "j/stefan-ionescu.html" in player or "stefan-ionescu.html" in player
    assert "Hall of fame" in first.text("en/galerie.html")

    await table.choose(users["Ana Pop"], "name:hidden")
    hidden = await written(table, folder)
    assert "Ana Pop" not in hidden.text("s/cupa-oraselor.html")
    assert "Ana Pop" not in hidden.text("galerie.html")
    left = replace(SiteOptions(), left_out=frozenset(codes))
    without = await written(table, folder, left)
    assert "s/cupa-oraselor.html" not in without.everything()
    assert "galerie.html" not in without.everything()


async def test_two_series_with_similar_names_have_a_page_each(table: Table, tmp_path: Path) -> None:
    """Names that differ only in signs have one form in addresses; the second gets a number.

    A player's tables have different names, even for competitions of the same title.
    """
    _, users = table.done
    third = await begun(table, "Cupa Orașelor 2025", ("Ana Pop", "Dan Ene"), users)
    await third.press("button.comp.series")
    await third.say("Cupa „Orașelor”")

    made = await written(table, tmp_path / "site")

    pages = {name: made.text(f"s/{name}.html") for name in ("cupa-oraselor", "cupa-oraselor-2")}
    assert {name: page.count("Cupa Orașelor 202") for name, page in pages.items()} == {
        "cupa-oraselor": 2,
        "cupa-oraselor-2": 1,
    }
    assert made.text("galerie.html").count("s/cupa-oraselor") == 2
    assert "s/cupa-oraselor-2.html" in made.text(f"c/{third.code.lower()}/index.html")
    tables = re.findall(r'role="region" aria-label="([^"]+)"', made.text("j/ana-pop.html"))
    assert len(tables) == 3
    assert len(set(tables)) == 3
