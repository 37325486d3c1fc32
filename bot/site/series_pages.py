"""The hall of fame of each series: the podium of every year, and the players with most titles."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from bot.site import paths
from bot.site.site_page import SitePage
from bot.site.source import Contest, Source
from bot.site.templating import SiteTexts, Templates
from bot.texts.messages import say
from engine.competitions.competition import CompetitionStage
from engine.competitions.honours import latest_last, medals, podium, year_of


async def series_leaves(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each series, and the list of all, if there is any."""
    found = await contests_by_series(source)
    for name, contests in found.items():
        yield _leaf(source, templates, name, contests)
    if found:
        yield _index(source, templates, found)


async def contests_by_series(source: Source) -> dict[str, list[Contest]]:
    """Return the competitions of each series on the site, the latest first, by name of series."""
    named = await source.series()
    found: dict[str, list[Contest]] = {}
    for one in sorted(await source.contests(), key=_order, reverse=True):
        if one.code in named:
            found.setdefault(named[one.code], []).append(one)
    return dict(sorted(found.items(), key=lambda item: paths.slug(item[0])))


def _order(contest: Contest) -> tuple[object, ...]:
    return (*latest_last(contest.competition), contest.code)


def _years(contests: Iterable[Contest]) -> list[dict[str, Any]]:
    """Return what a page shows of each year."""
    return [
        {
            "year": year_of(one.competition),
            "title": one.competition.title,
            "path": paths.competition_path(one.code),
            "is_over": one.competition.stage is CompetitionStage.CLOSED,
            "rows": [
                (one.names[each.player], one.people[each.player], f"{each.coefficients}")
                for each in podium(one.competition)
            ],
        }
        for one in contests
    ]


def _won(contests: Sequence[Contest]) -> list[tuple[str, str, tuple[int, int, int]]]:
    """Return name, page and medals of everybody with a title, most titles first."""
    names: dict[str, str] = {}
    places: list[tuple[str, int]] = []
    for one in contests:
        for each in podium(one.competition):
            page = one.people[each.player]
            names[page] = one.names[each.player]
            places.append((page, each.place))
    return [
        (names[each.person], each.person, each.counts) for each in medals(places) if each.titles
    ]


def _leaf(source: Source, templates: Templates, name: str, contests: list[Contest]) -> SitePage:
    path, years, won = paths.series_path(name), _years(contests), _won(contests)

    async def make() -> dict[str, bytes]:
        def view(texts: SiteTexts) -> dict[str, Any]:
            return {
                "series": name,
                "up": paths.HALL,
                "years": years,
                "won": won,
                "figure": lambda figure: texts.word(say("standings.figure", figure=figure)),
            }

        return {**templates.pages(path, "series.html", view)}

    key = f"series/{path}"
    return SitePage(key=key, stamp=source.stamps.of(key, name, years, won), build=make)


def _index(source: Source, templates: Templates, found: dict[str, list[Contest]]) -> SitePage:
    shown = [
        (name, paths.series_path(name), _years(contests), _won(contests)[:1])
        for name, contests in found.items()
    ]

    async def make() -> dict[str, bytes]:
        return {**templates.pages(paths.HALL, "hall.html", lambda _: {"series": shown})}

    return SitePage(key="hall", stamp=source.stamps.of("hall", shown), build=make)
