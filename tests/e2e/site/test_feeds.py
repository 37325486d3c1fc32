"""Feeds, calendars and open data of the public site follow the rules of their formats."""

import csv
import io
import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from defusedxml import ElementTree
from icalendar import Calendar

from bot.site.options import SiteOptions
from engine.ids import PersonId
from storage.competitions import publicity
from storage.people import people
from storage.ratings import claimed_names, published_lists, rating_runs
from storage.ratings.published_lists import ListId
from tests.e2e.harness import Table
from tests.e2e.public_site import Written, written
from tests.e2e.season import Season
from tests.storage.ratings.ratings_shared import AT, RUN, row

ATOM = "{http://www.w3.org/2005/Atom}"


def _checked(site: Written, path: str) -> Any:
    """Return a feed, checked against RFC 4287, whose links all lead to pages."""
    root = ElementTree.fromstring(site.text(path))
    assert root.tag == f"{ATOM}feed"
    entries = root.findall(f"{ATOM}entry")
    ids = [each.findtext(f"{ATOM}id") for each in (root, *entries)]
    assert len(set(ids)) == len(ids)
    for each in (root, *entries):
        identity = each.findtext(f"{ATOM}id") or ""
        assert identity.startswith("urn:uuid:")
        assert each.findtext(f"{ATOM}title")
        stamp = each.findtext(f"{ATOM}updated") or ""
        assert datetime.fromisoformat(stamp).utcoffset() is not None
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    links = [link.attrib for link in root.iter(f"{ATOM}link")]
    assert [link["rel"] for link in links[:2]] == ["self", "alternate"]
    for link in links:
        there = urljoin(f"https://scrabble.example.org/{path}", link["href"])
        assert there.removeprefix("https://scrabble.example.org/") in site.everything()
    newest = max((each.findtext(f"{ATOM}updated") or "" for each in entries), default="")
    assert newest in {"", root.findtext(f"{ATOM}updated")}
    return root


@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", over=2)
async def test_each_official_result_is_an_entry_and_in_the_open_data(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """In both languages later results come first and do not change earlier entries.

    JSON and CSV have the same rows as the standings, and none of a game that is not approved. With
    a site address a feed has absolute links. Hidden names appear in no feed and no data file.
    """
    site = await written(table, tmp_path / "site")
    folder = f"c/{season.code.lower()}"
    before = _checked(site, f"{folder}/rezultate.atom")
    english = _checked(site, f"en/{folder}/rezultate.atom")
    titles = [each.findtext(f"{ATOM}title") for each in before.findall(f"{ATOM}entry")]
    assert len(titles) == len(english.findall(f"{ATOM}entry")) == 2
    assert all(" – " in (title or "") for title in titles)
    await _says_what_the_standings_say(site, season)

    pair = (await season.pairs())[1]
    await season.resigned(pair)
    after = _checked(await written(table, tmp_path / "site"), f"{folder}/rezultate.atom")

    old, new = [
        [ElementTree.tostring(each) for each in feed.findall(f"{ATOM}entry")]
        for feed in (before, after)
    ]
    assert len(new) == 4
    assert new[2:] == old

    async with table.app.runtime.database.transaction() as tx:
        await publicity.show_names(tx, season.code, "hidden")
    address = "https://scrabble.example.org"
    site = await written(table, tmp_path / "site", SiteOptions(address=address))
    for language in ("", "en/"):
        path = f"{language}{folder}/rezultate.atom"
        links = [link.attrib["href"] for link in _checked(site, path).iter(f"{ATOM}link")]
        assert links[0] == f"{address}/{path}"
        at = f"{address}/{language}"
        assert all(link.startswith((f"{at}c/", f"{at}m/")) for link in links)
    for path, content in site.everything().items():
        assert [
            name for name in ("Ana Pop", "Ion Rus", "Geo Luca") if name.encode() in content
        ] == [], path
    assert "Jucător 1" in site.text(f"{folder}/clasament.csv")
    assert "Player 1" in site.text(f"en/{folder}/rezultate.atom")


async def _says_what_the_standings_say(site: Written, season: Season) -> None:
    """Check that the data files have the rows of the standings and the approved games."""
    folder = f"c/{season.code.lower()}"
    data = json.loads(site.text(f"{folder}/date.json"))
    rows = list(csv.DictReader(io.StringIO(site.text(f"{folder}/clasament.csv"))))
    games = list(csv.DictReader(io.StringIO(site.text(f"{folder}/rezultate.csv"))))

    phase = (await season.competition()).phase
    (table_,) = phase.tables().values()
    (exported,) = data["phases"]
    assert [row["place"] for row in exported["standings"]] == [row.place for row in table_]
    assert [row["coefficients"] for row in rows] == [str(row.coefficients) for row in table_]
    assert (
        {game["game"] for game in games}
        == set(phase.results)
        == {game["game"] for game in exported["results"]}
    )
    assert f"{rows[0]['player']}.html".startswith("j/")


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_competitions_dates_are_a_calendar_that_moves_with_them(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """A new date keeps the entry and raises its sequence number; results do not change the file."""
    path = f"c/{season.code.lower()}/calendar.ics"

    def closing(site: Written) -> Any:
        events = Calendar.from_ical(site.text(path)).walk("VEVENT")
        return next(one for one in events if str(one["uid"]).startswith("closing-"))

    before = closing(await written(table, tmp_path / "site"))
    card = season.championship
    await card.say(f"/campionat {season.code}")
    await card.steps("plan", "dates_only")
    await card.say("2025-05-01 2025-10-15")
    after = closing(await written(table, tmp_path / "site"))

    assert before["dtstart"].dt.isoformat() == "2025-09-30"
    assert after["dtstart"].dt.isoformat() == "2025-10-15"
    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_published_rating_list_is_in_the_feed_and_a_file(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Published again, it updates its entry; a player who hides their name has none there."""
    which = ListId(system="frs", kind="classic", day=date(2025, 3, 1))
    ana = (await table.stored.person(season.players["Ana Pop"].id)).id

    async def publish(rating: int, at: datetime) -> Written:
        async with table.app.runtime.database.transaction() as tx:
            run = await rating_runs.add(tx, RUN, at)
            rows = [row(1, "Ana Pop", rating), row(2, "=HYPERLINK(1)", 150)]
            await published_lists.publish(tx, run, {which: rows}, PersonId(1), at)
        return await written(table, tmp_path / "site")

    site = await publish(187, AT)
    (first,) = _checked(site, "liste.atom").findall(f"{ATOM}entry")
    page = next(link.attrib["href"] for link in first.iter(f"{ATOM}link"))
    assert "Ana Pop" in site.text(page)
    assert "Ana Pop,187" in site.text("liste/frs-classic-2025-03-01.csv")
    assert "'=HYPERLINK(1)" in site.text("liste/frs-classic-2025-03-01.csv")

    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, ana, public_name="hidden")
        await claimed_names.link(
            tx, ana, claimed_names.RatedName(player="Ana Pop", key="ana pop"), AT
        )
    later = await publish(188, AT + timedelta(days=1))
    (second,) = _checked(later, "en/liste.atom").findall(f"{ATOM}entry")

    (again,) = _checked(later, "liste.atom").findall(f"{ATOM}entry")
    assert again.findtext(f"{ATOM}id") == first.findtext(f"{ATOM}id")
    assert (again.findtext(f"{ATOM}updated") or "") > (first.findtext(f"{ATOM}updated") or "")
    assert second.findtext(f"{ATOM}id") != first.findtext(f"{ATOM}id")
    assert "Ana Pop" not in later.text("liste/frs-classic-2025-03-01.csv")
    assert ",188," in later.text("liste/frs-classic-2025-03-01.csv")
