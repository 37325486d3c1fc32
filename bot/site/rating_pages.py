"""The published rating lists, and the changes since the list before."""

from collections.abc import AsyncIterator
from itertools import pairwise
from typing import TypedDict

from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.list_texts import corrected_text
from bot.ratings.lists.stored_lists import RankChange, corrected_of, moves_of
from bot.runtime.public_names import ListNames, listed_names
from bot.site import paths
from bot.site.feeds import LISTS
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import Templates
from bot.texts.messages import Text
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import NIGHTLY
from storage.ratings.published_lists import PublishedList
from storage.ratings.rated_row import RatedRow

INDEX = "ratinguri.html"
"""The page with the lists of each system and kind."""


class RatingListView(TypedDict):
    """The values of `rating.html`."""

    up: str
    title: Text
    kind: Text
    day: str
    before: tuple[str, str] | None
    """The day of the list before, and the path of its page; None for the first list."""
    csv: str
    corrected: Text | None
    rows: list[tuple[RatedRow, str, RankChange | None]]
    """Each row with the public name, and its change since the list before."""


async def rating_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each list with the changes since the one before, and the index of lists."""
    names = await listed_names(source.tx)
    series = []
    latest = await published_lists.all_in_force(source.tx) if source.options.only is None else []
    for newest in sorted(latest, key=lambda published: (published.system, published.kind)):
        days = await published_lists.days_of(source.tx, newest.system, newest.kind)
        series.append(days)
        for published, before in [*pairwise(days), (days[-1], None)]:
            yield _page(source, templates, published, before, names)
    lists = [
        {
            "title": system_text(days[0].system),
            "kind": kind_text(days[0].kind),
            "lists": [(day.day.isoformat(), path_of(day)) for day in days],
        }
        for days in series
    ]

    async def build() -> Files:
        view = {"series": lists, "feed": LISTS}
        return templates.pages(INDEX, "ratings.html", lambda _: view)

    yield SitePage(key="ratings", stamp=stamp_of(lists), build=build)


def path_of(published: PublishedList) -> str:
    """Return the path of a list's page."""
    return paths.list_path(published.system, published.kind, published.day)


def _page(
    source: Source,
    templates: Templates,
    published: PublishedList,
    before: PublishedList | None,
    names: ListNames,
) -> SitePage:
    """Return the page of a published list; `before` is the list before it, None for the first."""

    async def build() -> Files:
        rows = await published_lists.rows_of(source.tx, published.id)
        earlier = [] if before is None else await published_lists.rows_of(source.tx, before.id)
        moves = {move.now.key: move for move in moves_of(rows, earlier).moves}
        view: RatingListView = {
            "up": INDEX,
            "title": system_text(published.system),
            "kind": kind_text(published.kind),
            "day": published.day.isoformat(),
            "before": None if before is None else (before.day.isoformat(), path_of(before)),
            "csv": paths.list_file(published.system, published.kind, published.day),
            "corrected": await _corrected(source, published),
            "rows": [(row, names.of(published.kind, row), moves.get(row.key)) for row in rows],
        }
        return templates.pages(path_of(published), "rating.html", lambda _: view)

    stamp = stamp_of(published, before, names.facts)
    return SitePage(key=f"rating/{path_of(published)}", stamp=stamp, build=build)


async def _corrected(source: Source, published: PublishedList) -> Text | None:
    """Return the remark on corrected results of a nightly list, or None."""
    if published.kind not in NIGHTLY:
        return None
    run = await rating_runs.find(source.tx, published.run)
    return None if run is None else corrected_text(corrected_of(run))
