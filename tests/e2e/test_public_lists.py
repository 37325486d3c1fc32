"""Rating lists and rulings on the public site: what each page says, and what it keeps to itself."""

from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bot.site.options import SUMMARY, Options
from bot.texts.signs import gained
from engine.ids import Leg
from storage import people, ratings
from storage.ratings import RatedName
from tests.builders import noon
from tests.e2e.bench import REASON, WHY, card_of, claim, rule
from tests.e2e.harness import Table
from tests.e2e.public_site import Written, written
from tests.e2e.rating_talk import keeper
from tests.e2e.season import Season
from tests.e2e.texts import worded
from tests.rating_files import calendar


class _Rows(HTMLParser):
    """The rows of a page's tables, cell by cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data.strip()


def rows_of(site: Written, path: str) -> list[list[str]]:
    """Return the rows of the tables on a page, without their headings."""
    parser = _Rows()
    parser.feed(site.text(path))
    return parser.rows[1:]


def figures(rows: list[list[str]]) -> Mapping[str, int]:
    """Return the rating of everybody on a list's page."""
    return {name: int(rating) for _, name, rating, *_ in rows}


async def test_a_published_list_stands_on_the_site_with_what_moved(
    table: Table, tmp_path: Path
) -> None:
    """Each list by its day, the later one against the one before; who hides his name has none."""
    talk = await keeper(table)
    for weeks in (3, 4):
        shown, _ = await talk.works_out("frs", ("jocuri.csv", calendar(weeks)))
        await talk.publish(shown)
    site = await written(table, tmp_path / "site")

    index = site.text("ratinguri.html")
    first, second = (f"r/frs-general-2025-01-{day}.html" for day in ("18", "25"))
    assert f'href="{first}"' in index
    assert f'href="{second}"' in index
    before, after = rows_of(site, first), rows_of(site, second)
    assert [len(row) for row in before] == [4] * len(before)
    was, now = figures(before), figures(after)
    moved = {name: change for _, name, _, _, change in after}
    assert moved == {
        name: gained(now[name] - was[name]) if name in was else worded("site.new") for name in now
    }
    assert {change[0] for change in moved.values()} > {"+", "−"}

    async with table.stored.database.transaction() as tx:
        published = (await ratings.days_of(tx, "frs", "general"))[0]
        row = (await ratings.rows_of(tx, published.id))[0]
        person = (await table.stored.person(talk.user.id)).id
        await ratings.link(tx, person, RatedName(key=row.key, player=row.player), noon())
        await people.change(tx, person, public_name="hidden")
    hidden = await written(table, tmp_path / "site")
    everything = b"".join(hidden.everything().values()).decode(errors="replace")
    assert row.player not in everything
    assert rows_of(hidden, second)[0][1] == "—"
    assert sorted(figures(rows_of(hidden, second)).values()) == sorted(now.values())


@pytest.mark.article("10.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_ruling_is_shown_by_its_article_and_in_full_once_its_game_is_open(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Where the organiser shows rulings; never what was written about it, nor a hidden name."""
    (pair,) = await season.pairs()
    await season.place(await pair.game())
    case = await claim(pair, pair.red, "conduct")
    await rule(table, card_of(table.arbiter, case), "warning.blue")
    options, path = Options(rulings=SUMMARY), f"c/{season.code.lower()}/hotarari.html"
    blue = (await pair.game()).blue.person
    name = (await season.championship.names())[blue]
    while_closed = await written(table, tmp_path / "site", options)
    assert worded("site.ruling_closed") in while_closed.text(path)
    assert worded("ruling.warning", who=name) not in while_closed.text(path)
    assert "regulament.html#art-10-3" in while_closed.text(path)

    for seat in (pair.blue, pair.red, pair.blue, pair.red):
        await table.answer_sheet(seat, pair.id, "PAS")
    await season.play(pair, 1, Leg.RETURN)
    await season.agree(pair)
    await season.homologate(pair)
    opened = await written(table, tmp_path / "site", options)
    assert worded("ruling.warning", who=name) in opened.text(path)
    async with table.stored.database.transaction() as tx:
        await people.change(tx, blue, public_name="hidden")
    hidden = await written(table, tmp_path / "site", options)
    assert name not in hidden.text(path)
    for site in (while_closed, opened, hidden):
        assert REASON not in site.text(path)
        assert WHY not in site.text(path)

    silent = await written(table, tmp_path / "silent")
    assert not (silent.folder / path).exists()
    assert "hotarari.html" not in silent.text(f"c/{season.code.lower()}/index.html")
