"""The hall of fame on the public site, and a player's ranks over the years."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.site.options import SiteOptions
from tests.e2e.harness import Table
from tests.e2e.public_site import written
from tests.e2e.years import begun, two_years

if TYPE_CHECKING:
    from sandbox import SandboxUser


async def test_the_site_has_a_page_for_each_series_and_names_it_where_it_belongs(
    table: Table, tmp_path: Path
) -> None:
    """A series' page has podiums and titles, and competitions and players link to it."""
    cups, users = await two_years(table)
    first = await written(table, tmp_path)

    assert not first.made.failed
    page = first.text("s/cupa-oraselor.html")
    assert page.index("Cupa Orașelor 2025") < page.index("Cupa Orașelor 2024")
    assert page.count("j/stefan-ionescu.html") == 3
    assert "6,0000" in page
    assert "s/cupa-oraselor.html" in first.text("galerie.html")
    assert "galerie.html" in first.text("index.html")
    assert "s/cupa-oraselor.html" in first.text(f"c/{cups[0].code.lower()}/index.html")
    player = first.text("j/ana-pop.html")
    assert player.index("locul 1") < player.index("locul 2")
    assert "j/stefan-ionescu.html" in player or "stefan-ionescu.html" in player
    assert "Hall of fame" in first.text("en/galerie.html")

    await table.choose(users["Ana Pop"], "name:hidden")
    hidden = await written(table, tmp_path)
    assert "Ana Pop" not in hidden.text("s/cupa-oraselor.html")
    assert "Ana Pop" not in hidden.text("galerie.html")
    left = replace(SiteOptions(), left_out=frozenset(one.code for one in cups))
    without = await written(table, tmp_path, left)
    assert "s/cupa-oraselor.html" not in without.everything()
    assert "galerie.html" not in without.everything()


async def test_no_two_tables_of_a_players_page_have_one_name(table: Table, tmp_path: Path) -> None:
    """A player's tables have different names, even for competitions of the same title."""
    users: dict[str, SandboxUser] = {}
    for _ in range(2):
        await begun(table, "Cupa Orașelor", ("Ana Pop", "Dan Ene"), users)

    page = (await written(table, tmp_path)).text("j/ana-pop.html")

    tables = re.findall(r'role="region" aria-label="([^"]+)"', page)
    assert len(tables) == 2
    assert len(set(tables)) == 2
