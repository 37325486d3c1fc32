"""The public site outside the bot: as a folder, in search engines, as link previews."""

import asyncio
import io
import json
import re
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner
from PIL import Image

from bot.__main__ import main
from bot.site.options import SiteOptions
from engine.ids import PersonId
from storage.competitions.public_state import public_state
from storage.people import people
from storage.ratings import published_lists, rating_runs
from storage.ratings.claimed_names import RatedName, link
from storage.ratings.published_lists import ListId
from tests.e2e.championship import set_up
from tests.e2e.harness import Pair, Table
from tests.e2e.public_site import Written, written
from tests.e2e.season import Season
from tests.storage.ratings.ratings_shared import AT, RUN, row

ADDRESS = "https://scrabble.example.org"


match_agreed = pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)


@pytest_asyncio.fixture(name="over")
async def _over(season: Season) -> Pair:
    """Approve the results of the cup's only match; return it."""
    (pair,) = await season.pairs()
    await season.homologate(pair)
    return pair


@match_agreed
@pytest.mark.usefixtures("over")
async def test_the_command_writes_the_site_that_the_bot_serves(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """The bytes are equal, a second run changes nothing, and one competition can be chosen."""
    other = await set_up(table, {"phases": "final", "final": "2025-06-05 2025-09-30"}, title="Alta")
    site = await written(table, tmp_path / "site")

    async def command(folder: str, *more: str) -> dict[str, list[str]]:
        url = table.stored.database.url.render_as_string(hide_password=False)
        arguments = ["site", "--database", url, "--out", f"{tmp_path / folder}", "--json", *more]
        result = await asyncio.to_thread(CliRunner().invoke, main, arguments)
        assert result.exit_code == 0, result.output
        report: dict[str, list[str]] = json.loads(result.stdout)
        return report

    report = await command("out")
    assert sorted(report["written"]) == sorted(site.everything())
    for path, content in site.everything().items():
        assert (tmp_path / "out" / path).read_bytes() == content, path
    assert (await command("out"))["written"] == []

    alone = (await command("alone", "--competition", season.code))["written"]
    assert f"c/{season.code.lower()}/index.html" in alone
    assert not [path for path in alone if path.startswith(f"c/{other.code.lower()}/")]
    assert "Alta" not in (tmp_path / "alone" / "index.html").read_text("utf-8")


@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", over=2)
async def test_what_cannot_be_made_is_taken_away_and_holds_up_nothing_else(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """A match with a broken log loses its pages, the others are updated, and a warning follows.

    One player hides their name, which the old pages would still show.
    """
    first, second, _ = await season.pairs()
    before = await written(table, tmp_path / "site")
    page, replay = f"m/{first.code.lower()}.html", f"m/{first.code.lower()}-2.html"
    assert {page, replay} <= before.everything().keys()
    await season.resigned(second)
    async with table.app.runtime.database.transaction() as tx:
        for name in season.players:
            await people.change(tx, await season.person(name), public_name="hidden")
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(table.stored.database.url.database or "")) as database:
        database.execute("VACUUM INTO ?", (f"{copy}",))
    with closing(sqlite3.connect(copy)) as database:
        database.execute("DELETE FROM events WHERE stream = ? AND seq = 1", (f"m/{first.code}",))
        database.commit()
    arguments = ["site", "--database", f"sqlite:///{copy}", "--out", f"{tmp_path / 'site'}"]

    result = await asyncio.to_thread(CliRunner().invoke, main, arguments)

    assert result.exit_code == 1
    assert f"match/{first.code}: not made, and so not shown" in result.stderr
    left = Written(tmp_path / "site", before.made).everything()
    assert not {page, f"en/{page}", replay} & left.keys()
    assert b"omologat" in left[f"m/{second.code.lower()}.html"]
    assert [path for path, content in left.items() if b"Ana Pop" in content] == []
    again = await written(table, tmp_path / "site")
    assert page in again.made.written
    assert again.made.failed == {}


@match_agreed
async def test_pages_that_readers_pass_on_have_a_large_picture(
    table: Table, season: Season, over: Pair, tmp_path: Path
) -> None:
    """A replay and its match show the final board, a group its own picture, if there is an address.

    A group lists its matches, home game first, with the first player's points first in each score.
    """
    home, back = [(await table.stored.game(f"{over.code}/{leg}")) for leg in (1, 2)]
    match, replay = f"m/{over.code.lower()}.html", f"m/{over.code.lower()}-2.html"
    group = f"c/{season.code.lower()}/faza-1-a.html"

    site = await written(table, tmp_path / "site", SiteOptions(address=ADDRESS))

    pictures = {}
    for path, title in ((match, "Ana Pop"), (replay, "Ana Pop"), (group, "Cupa Telegram 2025")):
        preview = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', site.text(path)))
        assert title in preview["title"]
        pictures[path] = preview["image"].removeprefix(f"{ADDRESS}/")
        content = site.everything()[pictures[path]]
        assert Image.open(io.BytesIO(content)).size == (1200, 630)
    assert pictures[match] == pictures[replay] != pictures[group]

    bare = await written(table, tmp_path / "bare")
    assert "og:" not in bare.text(group)
    assert pictures[group] not in bare.everything()
    listed = re.search(r'<ul class="matches">.*?</ul>', bare.text(group), re.DOTALL)
    assert listed
    assert f"<b>{home.red.score}–{home.blue.score}</b>" in listed[0]
    assert f"<b>{back.blue.score}–{back.red.score}</b>" in listed[0]


@match_agreed
@pytest.mark.usefixtures("over")
async def test_a_player_has_results_opponents_and_the_course_of_their_ratings(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Ratings come from the list name that the player claimed, and need a fully shown name."""
    ana = await season.person("Ana Pop")
    async with table.app.runtime.database.transaction() as tx:
        for day, rating in ((date(2025, 2, 1), 171), (date(2025, 3, 1), 187)):
            run = await rating_runs.add(tx, RUN, AT)
            which = ListId(system="absp", kind="overall", day=day)
            await published_lists.publish(
                tx, run, {which: [row(1, "Ana Pop", rating)]}, PersonId(1), AT
            )
        await link(tx, ana, RatedName(player="Ana Pop", key="ana pop"), AT)

    page = (await written(table, tmp_path / "site")).text("j/ana-pop.html")

    (match,) = (await season.competition()).phase.matches
    assert f'href="../m/{match.code.lower()}.html"' in page
    assert page.count('class="cell') == 2
    met = page[page.index('id="direct"') :]
    assert 'href="ion-rus.html"' in met
    assert "<td>2</td>" in met
    (points,) = re.findall(r'<polyline points="([^"]+)"', page)
    (_, first), (_, last) = [each.split(",") for each in points.split()]
    assert int(first) > int(last)  # upwards
    assert ">171<" in page
    assert ">187<" in page

    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, ana, public_name="initials")
    hidden = (await written(table, tmp_path / "site")).text("j/a-p.html")
    assert "polyline" not in hidden


@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_group_says_what_parts_those_level_and_what_each_can_still_reach(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """At first all are level and everything is possible; words and names say so."""
    page = (await written(table, tmp_path / "site")).text(f"c/{season.code.lower()}/faza-1-a.html")

    ties, reach = page[page.index("Departajarea") :].split("Locuri posibile")
    for name in ("Ana Pop", "Ion Rus", "Dan Ene"):
        assert name in ties
        assert f"<b>{name}</b>: locurile 1–3" in reach


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_placement_in_a_running_game_rebuilds_no_page(table: Table, season: Season) -> None:
    """Such a move is still private; the game's end and a hidden name rebuild pages."""
    (pair,) = await season.pairs()

    async def state() -> str:
        async with table.stored.database.reading() as tx:
            return await public_state(tx)

    begun = await state()
    await season.place(await pair.game())
    assert await state() == begun
    await season.abandoned((await pair.game()).id, await season.person("Ion Rus"))
    over = await state()
    assert over != begun
    await table.choose(season.players["Ana Pop"], "name:hidden")
    assert await state() != over
