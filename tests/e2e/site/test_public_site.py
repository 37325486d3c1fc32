"""The public site: what everybody may read of a competition, and what nobody may."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.program.publishing import Publishing
from bot.site.options import SiteOptions
from engine.games.events import PlacementMade
from engine.games.game import move_notation as written_move
from tests.e2e.bench import card_of, claim, own_case, rule
from tests.e2e.harness import PATIENCE, Table
from tests.e2e.matches.test_embargo import played
from tests.e2e.public_site import served, shown, written
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
    await season.play_both(pair, 2)
    await season.agree(pair)
    await season.homologate(pair)
    match = (await season.competition()).phase.matches[0]
    kept = await written(table, tmp_path / "kept")
    assert kept.everything() == (await written(table, tmp_path / "later")).everything()
    groups = {path for path in kept.made.written if "faza-1-" in path}
    assert {path[-6] for path in groups} == {match.group.lower()}
    assert "2 din 2 partide omologate" in kept.text(
        f"c/{season.code.lower()}/faza-1-{match.group.lower()}.html"
    )


@pytest.mark.article("2.1", "8.5")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca")
async def test_no_letter_of_a_game_is_on_the_site_while_another_plays_on_its_sequence(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """The result appears at once; board, words, racks and seed wait for the last game."""
    pairs = await season.pairs()
    for pair in pairs[:2]:
        await season.play_both(pair, 4)
        await season.agree(pair)
        await season.homologate(pair)
        if pair is pairs[0]:
            await written(table, tmp_path / "site")
    site = await written(table, tmp_path / "site")
    matches = [f"m/{each.code.lower()}.html" for each in pairs]
    assert [path in site.made.written for path in matches] == [False, True, False]
    for _ in range(2):
        await season.place(await pairs[2].game())
    site = await written(table, tmp_path / "site")
    group = site.text(f"c/{season.code.lower()}/faza-1-a.html")
    assert group.count(">omologat<") == 2
    assert group.count(">în desfășurare<") == 1  # though its return game is still to come
    home = await table.stored.game(f"{pairs[0].code}/1")
    page = matches[0]
    assert f"{home.red.score} – {home.blue.score}" in site.text(page)
    assert "după ce se termină toate partidele de pe același șir" in site.text(page)
    secret = [home.sequence, home.sequence[:7]]
    secret += [written_move(move) for move in home.moves if isinstance(move, PlacementMade)]
    for path, content in site.everything().items():
        assert [each for each in secret if each.encode() in content] == [], path
    seed = "Sămânța turului"  # here the draws' own seed is the same, and shown already
    front = f"c/{season.code.lower()}/index.html"
    assert seed not in site.text(front)
    assert not (site.folder / f"m/{pairs[0].code.lower()}-1.html").exists()
    back = await table.stored.game(f"{pairs[0].code}/2")  # it had a sequence of its own
    assert back.sequence[:7] in site.text(f"m/{pairs[0].code.lower()}-2.html")

    await season.play_both(pairs[2], 2)
    await season.agree(pairs[2])
    await season.homologate(pairs[2])
    opened = await written(table, tmp_path / "site")
    replay = opened.text(f"m/{pairs[0].code.lower()}-1.html")
    assert all(each in replay for each in secret[2:])
    assert seed in opened.text(front)


@pytest.mark.article("2.1", "5.2")
async def test_a_game_that_is_resumed_takes_its_siblings_off_the_site(
    table: Table, tmp_path: Path
) -> None:
    """Replay, letters and seed of an approved game disappear with the ruling; its result stays."""
    season, pair = await played(table)
    siblings = [one for one in await season.pairs() if one.code != pair.code]
    for one in siblings:
        await season.play(one, 2)
    code = pair.code.lower()
    replay, proof = f"m/{code}-1.html", f"m/{code}.proof.json"
    home = await table.stored.game(f"{pair.code}/1")
    site = await written(table, tmp_path / "site")
    assert replay in site.everything()
    assert json.loads(site.text(proof))["games"][0]["sequence"] == home.sequence

    case = await claim(siblings[0], siblings[0].red, "technical", "s1")
    await rule(table, card_of(table.arbiter, case), "annulled.m1")
    site = await written(table, tmp_path / "site")

    assert {replay, f"en/{replay}"} <= set(site.made.removed)
    hidden, _ = json.loads(site.text(proof))["games"]
    assert (hidden["seed"], hidden["sequence"]) == (None, None)
    assert f"{home.red.score} – {home.blue.score}" in site.text(f"m/{code}.html")
    assert [
        path for path, content in site.everything().items() if home.sequence.encode() in content
    ] == []


@pytest.mark.article("8.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca")
async def test_the_sums_of_a_game_open_as_a_browser_opens_them(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """The arithmetic opens below its heading; no page has Telegram-only markup."""
    (pair, *_) = await season.pairs()
    await season.play_both(pair, 2)

    site = await written(table, tmp_path / "site")

    page = site.text(f"m/{pair.code.lower()}.html")
    assert page.count("<details><summary>Calculul:</summary>") == 2
    known = {"expandable", "<tg-", "blockquote"}
    pages = {path: text for path, text in site.everything().items() if path.endswith(".html")}
    assert [
        path for path, text in pages.items() if any(each.encode() in text for each in known)
    ] == []


async def _until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110  (another process does it)
            await asyncio.sleep(0.05)


@pytest.mark.article("2.1", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", "Dan Ene")
async def test_a_ruling_takes_pages_and_feed_entries_off_the_site_at_once(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Void results of a player leave the feed before the next regular update."""
    pairs = await season.pairs()
    await season.over(pairs[0], 2)
    out = pairs[0].red
    other = next(each for each in pairs[1:] if out in {each.red, each.blue})
    folder = tmp_path / "site"
    feed = folder / f"c/{season.code.lower()}/rezultate.atom"
    options, listeners = SiteOptions(), table.app.runtime.listeners
    publishing = Publishing(table.stored.database, options, folder, listeners)
    making = asyncio.create_task(publishing.run(every=3600))
    await _until(lambda: feed.exists() and feed.read_text().count("<entry>") == 2)

    seat = "red" if other.red is out else "blue"
    await rule(table, await own_case(table, other.id), f"exclusion.{seat}")

    await _until(lambda: "<entry>" not in feed.read_text())
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)


async def test_a_bot_whose_site_is_not_enabled_builds_and_serves_none(
    table: Table, tmp_path: Path
) -> None:
    """At the same address it serves only the Mini App and what belongs to it."""
    async with served(table, tmp_path / "site", enabled=False) as client:
        assert (await client.get("/app/")).status_code == 200
        for page in ("/", "/robots.txt"):
            assert (await client.get(page)).status_code == 404
    assert not (tmp_path / "site").exists()


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_the_bot_serves_the_site_and_rebuilds_what_a_result_has_changed(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Pages have the right headers, missing pages give 404, and only the folder is served."""
    group = f"/c/{season.code.lower()}/faza-1-a.html"
    async with served(table, tmp_path / "site") as client:
        front = await shown(client, "/", "Cupa Telegram 2025")
        assert "default-src 'none'" in front.headers["content-security-policy"]
        assert front.headers["x-robots-tag"].startswith("noindex")
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
        assert "Disallow: /\n" in (await client.get("/robots.txt")).text
        for outside in ("/.made.json", "/..%2fbot.sqlite", "/%2e%2e/bot.sqlite", "/x%00.html"):
            assert (await client.get(outside)).status_code == 404
        assert (await client.get("/app/")).status_code == 200

        assert "0 din 2 partide omologate" in (await client.get(group)).text
        (pair,) = await season.pairs()
        await season.play_both(pair, 2)
        await season.agree(pair)
        await season.homologate(pair)
        publishing = Publishing(
            table.stored.database, SiteOptions(), tmp_path / "site", table.app.runtime.listeners
        )
        await publishing.build_if_changed()
        assert "2 din 2 partide omologate" in (await client.get(group)).text
        before = sorted(tmp_path.joinpath("site").rglob("*"))
        await publishing.build_if_changed()
        assert sorted(tmp_path.joinpath("site").rglob("*")) == before
        await publishing.close()
