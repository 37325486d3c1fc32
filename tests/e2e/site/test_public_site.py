"""The public site: what everybody may read of a competition, and what nobody may."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.program.publishing import Publishing
from bot.program.schedule import run_job
from bot.site.options import SiteOptions
from engine.games.events import PlacementMade
from engine.games.game import move_notation as written_move
from engine.ids import GameId
from tests.e2e.bench import card_of, choose, claim, own_case, rule
from tests.e2e.harness import PATIENCE, Table
from tests.e2e.public_site import Written, served, shown, written
from tests.e2e.season import Season


@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", "Dan Ene", groups=2)
async def test_the_same_log_gives_the_same_site_and_a_result_changes_what_shows_it(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Two builds are identical; an update after a result equals a full rebuild."""
    first = await written(table, tmp_path / "kept")
    again = await written(table, tmp_path / "kept")
    assert again.made.written == again.made.removed == ()
    assert (await written(table, tmp_path / "afresh")).everything() == first.everything()

    (pair, _) = await season.pairs()
    await season.resigned(pair)
    match = (await season.competition()).phase.matches[0]
    kept = await written(table, tmp_path / "kept")
    assert kept.everything() == (await written(table, tmp_path / "later")).everything()
    groups = {path for path in kept.made.written if "faza-1-" in path}
    assert {path[-6] for path in groups} == {match.group.lower()}
    assert "2 din 2 partide omologate" in kept.text(
        f"c/{season.code.lower()}/faza-1-{match.group.lower()}.html"
    )


@pytest.mark.article("2.1", "5.2", "8.1", "8.5")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", over=2)
async def test_no_letter_of_a_game_is_on_the_site_while_another_plays_on_its_sequence(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Results appear at once; letters and seed wait for the last game, also for a resumed one.

    The arithmetic of a result opens below its heading; no page has Telegram-only markup.
    """
    first, second, third = await season.pairs()
    begun = await written(table, tmp_path / "site")
    page = begun.text(f"m/{first.code.lower()}.html")
    assert page.count("<details><summary>Calculul:</summary>") == 2
    marked = _pages_with(begun, "expandable", "<tg-", "blockquote")
    assert [path for path in marked if path.endswith(".html")] == []
    await season.resigned(second)
    site = await written(table, tmp_path / "site")
    matches = [f"m/{each.code.lower()}.html" for each in (first, second, third)]
    assert [path in site.made.written for path in matches] == [False, True, False]
    for _ in range(2):
        await season.place(await third.game())
    site = await written(table, tmp_path / "site")
    group = site.text(f"c/{season.code.lower()}/faza-1-a.html")
    assert group.count(">omologat<") == 2
    assert group.count(">în desfășurare<") == 1  # though its return game is still to come
    home = await table.stored.game(f"{first.code}/1")
    result = f"{home.red.score}–{home.blue.score}"
    assert result in site.text(matches[0])
    assert "după ce se termină toate partidele de pe același șir" in site.text(matches[0])
    words = [written_move(move) for move in home.moves if isinstance(move, PlacementMade)]
    assert _pages_with(site, home.sequence, home.sequence[:7], *words) == []
    seed = "Sămânța turului"  # here the draws' own seed is the same, and shown already
    front = f"c/{season.code.lower()}/index.html"
    assert seed not in site.text(front)
    replay, proof = f"m/{first.code.lower()}-1.html", f"m/{first.code.lower()}.proof.json"
    assert replay not in site.everything()
    back = await table.stored.game(f"{first.code}/2")  # it had a sequence of its own
    assert back.sequence[:7] in site.text(f"m/{first.code.lower()}-2.html")

    await season.abandoned(GameId(third.id), (await third.game()).red.person)
    opened = await written(table, tmp_path / "site")
    assert all(each in opened.text(replay) for each in words)
    assert json.loads(opened.text(proof))["games"][0]["sequence"] == home.sequence

    case = await claim(third, third.red, "technical", "s1")
    await choose(table, card_of(table.arbiter, case), "annulled", "annulled.m1")
    closed = await written(table, tmp_path / "site")
    assert {replay, f"en/{replay}"} <= set(closed.made.removed)
    hidden, _ = json.loads(closed.text(proof))["games"]
    assert (hidden["seed"], hidden["sequence"]) == (None, None)
    assert result in closed.text(matches[0])
    assert _pages_with(closed, home.sequence) == []

    await season.resigned(third)
    everything = await written(table, tmp_path / "site")
    assert replay in everything.made.written
    assert seed in everything.text(front)


def _pages_with(site: Written, *secrets: str) -> list[str]:
    """Return the paths of all files that contain one of these texts."""
    return [
        path
        for path, content in site.everything().items()
        if any(each.encode() in content for each in secrets)
    ]


async def _until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110  (another process does it)
            await asyncio.sleep(0.05)


@pytest.mark.article("2.1", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", exclusion="void")
async def test_the_bot_rebuilds_what_has_changed_and_after_a_ruling_at_once(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """A result and a day's fingerprint come with the next update; void results leave before it."""
    (pair,) = await season.pairs()
    folder = tmp_path / "site"
    cup = folder / f"c/{season.code.lower()}"
    group, feed = cup / "faza-1-a.html", cup / "rezultate.atom"
    options, listeners = SiteOptions(), table.app.runtime.listeners
    publishing = Publishing(table.stored.database, options, folder, listeners)
    await publishing.build_if_changed()
    assert "0 din 2 partide omologate" in group.read_text("utf-8")
    assert json.loads((folder / "amprente.json").read_bytes()) == []

    (job,) = (each for each in table.app.schedule._jobs if each.name == "fingerprint")
    await run_job(job)
    await season.resigned(pair)
    await publishing.build_if_changed()
    (day,) = json.loads((folder / "amprente.json").read_bytes())
    assert day["fingerprint"] in (folder / "verifica.html").read_text("utf-8")
    assert "2 din 2 partide omologate" in group.read_text("utf-8")
    assert feed.read_text("utf-8").count("<entry>") == 2
    before = sorted(folder.rglob("*"))
    await publishing.build_if_changed()
    assert sorted(folder.rglob("*")) == before

    making = asyncio.create_task(publishing.run(every=3600))
    await rule(table, await own_case(table, pair.id), "exclusion.red")
    await _until(lambda: "<entry>" not in feed.read_text("utf-8"))
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)


@pytest.mark.usefixtures("season")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_search_engines_are_let_in_where_the_organiser_wants_it(
    table: Table, tmp_path: Path
) -> None:
    """`robots.txt`, each page and the response headers all say so."""
    async with served(table, tmp_path / "site", robots=True, is_built=True) as client:
        page = await shown(client, "/", "Cupa Telegram 2025")
        rules = (await client.get("/robots.txt")).text
    assert "noindex" not in page.text
    assert "x-robots-tag" not in page.headers
    assert rules == "User-agent: *\nDisallow: /app/\n"


async def test_a_bot_whose_site_is_not_enabled_builds_and_serves_none(
    table: Table, tmp_path: Path
) -> None:
    """At the same address it serves only the Mini App and what belongs to it."""
    async with served(table, tmp_path / "site", enabled=False) as client:
        assert (await client.get("/app/")).status_code == 200
        for page in ("/", "/robots.txt"):
            assert (await client.get(page)).status_code == 404
    assert not (tmp_path / "site").exists()


@pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)
async def test_the_bot_serves_the_site_as_it_is_now(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Pages have the right headers, missing pages give 404, and only the folder is served."""
    group = f"/c/{season.code.lower()}/faza-1-a.html"
    async with served(table, tmp_path / "site") as client:
        front = await shown(client, "/", "Cupa Telegram 2025")
        assert "default-src 'none'" in front.headers["content-security-policy"]
        assert front.headers["x-robots-tag"].startswith("noindex")
        assert "noindex" in front.text
        assert "set-cookie" not in front.headers
        again = await client.get("/", headers={"If-None-Match": front.headers["etag"]})
        assert again.status_code == 304
        since = {"If-Modified-Since": front.headers["last-modified"]}
        assert (await client.get("/", headers=since)).status_code == 304
        assert (await client.get("/", headers=since | {"If-None-Match": '"old"'})).is_success
        for no_day in (
            "yesterday",
            "Mon, 99 Jan 2025 10:00:00 GMT",
            "Mon, 1 Jan 99999999999 10:00:00 GMT",
        ):
            assert (await client.get("/", headers={"If-Modified-Since": no_day})).is_success
        data = await client.get(f"/c/{season.code.lower()}/date.json")
        assert data.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-origin" not in front.headers
        await shown(client, "/en/", "Competitions")
        assert (await client.get("/en")).headers["location"] == "en/"
        typed = await client.get(f"/c/{season.code}/", follow_redirects=True)
        assert typed.url.path == f"/c/{season.code.lower()}/index.html"
        assert typed.is_success
        rules = (await client.get("/robots.txt")).text
        assert rules == "User-agent: *\nDisallow: /\n"
        for outside in ("/.made.json", "/..%2fbot.sqlite", "/%2e%2e/bot.sqlite", "/x%00.html"):
            assert (await client.get(outside)).status_code == 404
        assert (await client.get("/app/")).status_code == 200

        assert "0 din 2 partide omologate" in (await client.get(group)).text
        (pair,) = await season.pairs()
        await season.homologate(pair)
        await written(table, tmp_path / "site")
        assert "2 din 2 partide omologate" in (await client.get(group)).text
