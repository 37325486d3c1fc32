"""Files of the site for programs: calendars, feeds of results and rating lists, open data."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.documents.calendars.days import Version, days_of_competition
from bot.documents.calendars.writing import calendar_file
from bot.documents.tables.csv_writing import csv_table
from bot.ratings.calculation.wording import kind_text, system_text
from bot.runtime.public_names import ListNames, listed_names
from bot.site import open_data, paths
from bot.site.atom import Feed, FeedEntry, atom
from bot.site.contest import Contest
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import PREFIXES, SiteTexts, Templates
from bot.texts.messages import Param, say
from bot.texts.score_texts import score_text
from engine.competitions.events import (
    CompetitionCreated,
    PhasePlanned,
    ResultCorrected,
    ResultHomologated,
)
from engine.competitions.parts import ListedMatch
from engine.ids import GameId, match_of
from storage import log
from storage.log import Stored
from storage.ratings import published_lists
from storage.ratings.published_lists import PublishedList
from storage.streams import competition_stream

MOST_RESULTS: Final = 100
"""The most results in a feed, latest ones kept. The open data has all of them."""
CALENDAR, RESULTS, LISTS = "calendar.ics", "rezultate.atom", "liste.atom"
"""The file names of a competition's calendar, of its results, and of the feed of rating lists."""
COLUMNS: Final = ("place", "status", "name", "rating", "games")
_EPOCH: Final = datetime(2025, 1, 1, tzinfo=UTC)
"""When the feed of rating lists has changed last, as long as it is empty."""


async def feed_files(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the files for programs, of each competition and of the rating lists."""
    for contest in await source.contests():
        yield _data_page(source, contest)
        yield await _calendar_page(source, templates, contest)
        yield await _results_page(source, templates, contest)
    yield await _lists_page(source, templates)


def _data_page(source: Source, contest: Contest) -> SitePage:
    """Return the open data of a competition."""

    async def build() -> Files:
        return {
            open_data.path_of(contest.code, name): content
            for name, content in open_data.files_of(contest, source.lines).items()
        }

    key = f"data/{contest.code}"
    return SitePage(
        key=key, stamp=source.stamps.of(key, contest.head, contest.public_people), build=build
    )


async def _calendar_page(source: Source, templates: Templates, contest: Contest) -> SitePage:
    """Return the calendar of a competition's days; its version is the latest plan."""
    kinds = (CompetitionCreated, PhasePlanned)
    planned = await log.latest(source.tx, competition_stream(contest.code), kinds, 1)
    version = Version(planned[0].seq, planned[0].at)
    days = [*days_of_competition(contest.competition, version)]

    async def build() -> Files:
        name = say("calendar.competition", title=contest.competition.title)
        return {
            _path(contest, CALENDAR, texts): calendar_file(
                days,
                name,
                texts.catalogue,
                readers_zone=ZoneInfo(contest.competition.rules.time_zone),
                public_url=source.options.address,
            )
            for texts in templates.texts
        }

    return SitePage(key=f"calendar/{contest.code}", stamp=stamp_of(days), build=build)


def _path(contest: Contest, name: str, texts: SiteTexts) -> str:
    """Return the path of a competition's file in a language; with no name, that of its folder."""
    return PREFIXES[texts.language] + open_data.path_of(contest.code, name)


async def _results_page(source: Source, templates: Templates, contest: Contest) -> SitePage:
    """Return the feed of a competition's official results."""
    kinds, stream = (ResultHomologated, ResultCorrected), competition_stream(contest.code)

    async def build() -> Files:
        results = await log.latest(source.tx, stream, kinds, MOST_RESULTS)
        (created,) = await log.latest(source.tx, stream, (CompetitionCreated,), 1)
        return {
            _path(contest, RESULTS, texts): atom(
                _results_feed(source, contest, results, created.at, texts)
            )
            for texts in templates.texts
        }

    key = f"feed/{contest.code}"
    return SitePage(
        key=key, stamp=source.stamps.of(key, contest.head, contest.public_people), build=build
    )


def _results_feed(
    source: Source,
    contest: Contest,
    results: Sequence[Stored],
    created: datetime,
    texts: SiteTexts,
) -> Feed:
    """Return a feed of the latest official results, newest first, each game once.

    `results` are newest first; a game whose result was corrected is in them twice. The feed leaves
    out matches that no longer count. `created`: when the competition was, for a feed without any.
    """
    counted = {
        match.code for phase in contest.competition.phases for match in phase.counted_matches
    }
    newest: dict[GameId, Stored] = {}
    first_published: dict[GameId, datetime] = {}
    for stored in results:
        newest.setdefault(stored.event.game, stored)
        first_published[stored.event.game] = stored.at  # the oldest comes last
    entries = [
        _cached_entry(source, contest, newest[game], first_published[game], texts)
        for game in newest
        if match_of(game) in counted
    ]
    title = texts.plain(say("feed.results", title=contest.competition.title))
    address = source.options.address
    return Feed(
        key=f"results/{contest.code}",
        title=title,
        author=contest.competition.title,
        language=texts.language,
        file_name=RESULTS,
        base=address and f"{address}/{_path(contest, '', texts)}",
        page="index.html",
        updated=max((entry.updated for entry in entries), default=created),
        entries=entries,
    )


def _cached_entry(
    source: Source, contest: Contest, stored: Stored, first_published: datetime, texts: SiteTexts
) -> FeedEntry:
    """Return a result's entry, reused from the last build if its content is the same."""
    _, listed = contest.listed[match_of(stored.event.game)]
    names = tuple(contest.names[who] for who in listed.games[stored.event.game])
    key = f"{texts.language}/{stored.event.game}"
    facts = (texts, contest.code, listed, names, stored.event, stored.at, first_published)
    return source.entries.of(key, facts, _entry)


def _entry(  # noqa: PLR0913, PLR0917  (one parameter for each fact of the entry)
    texts: SiteTexts,
    code: str,
    listed: ListedMatch,
    names: tuple[str, str],
    event: ResultHomologated | ResultCorrected,
    at: datetime,
    first_published: datetime,
) -> FeedEntry:
    """Return the feed entry of an official or corrected result."""
    figures, (red, blue) = event.figures, names
    facts: dict[str, Param] = {
        "red": texts.name(red),
        "blue": texts.name(blue),
        "score": score_text(figures.scores),
        "red_c": str(figures.red),
        "blue_c": str(figures.blue),
        "article": figures.article,
        "game": event.game,
        "group": listed.group,
    }
    key = "feed.corrected" if isinstance(event, ResultCorrected) else "feed.result_text"
    here = open_data.path_of(code, RESULTS)
    return FeedEntry(
        key=f"result/{event.game}",
        title=texts.plain(say("feed.result", **facts)),
        text=texts.plain(say(key, **facts)),
        link=paths.relative(here, paths.match_path(listed.code)),
        published=first_published,
        updated=at,
    )


async def _lists_page(source: Source, templates: Templates) -> SitePage:
    """Return the published rating lists as open data and as a feed."""
    published: list[PublishedList] = []
    if source.options.only is None:
        for latest in await published_lists.all_in_force(source.tx):
            published += await published_lists.days_of(source.tx, latest.system, latest.kind)
    names = await listed_names(source.tx)

    async def build() -> Files:
        files: dict[str, bytes] = {}
        for listed in published:
            path = paths.list_file(listed.system, listed.kind, listed.day)
            files[path] = await _list_csv(source, listed, names)
        for texts in templates.texts:
            files[PREFIXES[texts.language] + LISTS] = atom(
                _lists_feed(published, texts, source.options.address)
            )
        return files

    return SitePage(key="lists", stamp=stamp_of(published, names.facts), build=build)


async def _list_csv(source: Source, published: PublishedList, names: ListNames) -> bytes:
    rows = await published_lists.rows_of(source.tx, published.id)
    cells = (
        (row.place, row.status, names.of(published.kind, row), row.rating, row.games)
        for row in rows
    )
    return csv_table(COLUMNS, cells)


def _lists_feed(published: Sequence[PublishedList], texts: SiteTexts, address: str) -> Feed:
    """Return the feed of the published rating lists, newest first."""
    latest = sorted(published, key=lambda each: (each.published_at, each.id), reverse=True)
    entries = [_list_entry(each, texts) for each in latest[:MOST_RESULTS]]
    return Feed(
        key="lists",
        title=texts.plain(say("feed.lists")),
        author="Tur-Retur",
        language=texts.language,
        file_name=LISTS,
        base=address and f"{address}/{PREFIXES[texts.language]}",
        page="index.html",
        updated=max((entry.updated for entry in entries), default=_EPOCH),
        entries=entries,
    )


def _list_entry(published: PublishedList, texts: SiteTexts) -> FeedEntry:
    """Return the feed entry of a rating list."""
    system, kind, day = published.system, published.kind, published.day
    title = say("feed.list", system=system_text(system), kind=kind_text(kind), on=day.isoformat())
    return FeedEntry(
        key=f"list/{system}/{kind}/{day}",
        title=texts.plain(title),
        text=texts.plain(say("feed.list_text", version=published.version)),
        link=paths.list_path(system, kind, day),
        published=published.published_at,
        updated=published.published_at,
    )
