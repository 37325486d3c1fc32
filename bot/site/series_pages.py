"""The hall of fame of each series: the podium of every year, and the players with most titles."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass

from bot.site import paths
from bot.site.contest import Contest, Series
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates, View
from bot.texts.messages import say
from engine.competitions.competition import CompetitionStage
from engine.competitions.honours import latest_last, medals, podium, year_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumRow:
    """A player on the podium."""

    name: str
    page: str
    """The path of the player's page."""
    coefficients: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesYear:
    """One competition of a series."""

    year: int
    title: str
    path: str
    is_over: bool
    podium: tuple[PodiumRow, ...]
    """Best first; empty before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleHolder:
    """A player who won a competition of the series."""

    name: str
    page: str
    """The path of the player's page."""
    medals: tuple[int, int, int]
    """The numbers of first, second and third places."""


async def series_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each series, and the list of all, if there is any."""
    by_series = await _contests_by_series(source)
    for series, contests in by_series.items():
        yield _page(source, templates, series, contests)
    if by_series:
        yield _list_page(source, templates, by_series)


async def _contests_by_series(source: Source) -> dict[Series, list[Contest]]:
    """Return the competitions of each series on the site, the latest first, by name of series."""
    by_series: dict[Series, list[Contest]] = {}
    for contest in sorted(await source.contests(), key=_latest_last, reverse=True):
        if contest.series is not None:
            by_series.setdefault(contest.series, []).append(contest)
    return dict(sorted(by_series.items(), key=lambda item: paths.slug(item[0].name)))


def _latest_last(contest: Contest) -> tuple[object, ...]:
    return (*latest_last(contest.competition), contest.code)


def _years(contests: Iterable[Contest]) -> tuple[SeriesYear, ...]:
    """Return the competitions of a series with their podiums."""
    return tuple(
        SeriesYear(
            year=year_of(contest.competition),
            title=contest.competition.title,
            path=paths.competition_path(contest.code),
            is_over=contest.competition.stage is CompetitionStage.CLOSED,
            podium=tuple(
                PodiumRow(
                    name=contest.names[honour.player],
                    page=contest.person_pages[honour.player],
                    coefficients=f"{honour.coefficients}",
                )
                for honour in podium(contest.competition)
            ),
        )
        for contest in contests
    )


def _title_holders(contests: Sequence[Contest]) -> tuple[TitleHolder, ...]:
    """Return the players who won a competition, those with most titles first."""
    names: dict[str, str] = {}
    places: list[tuple[str, int]] = []
    for contest in contests:
        for honour in podium(contest.competition):
            page = contest.person_pages[honour.player]
            names[page] = contest.names[honour.player]
            places.append((page, honour.place))
    return tuple(
        TitleHolder(name=names[won.person], page=won.person, medals=won.counts)
        for won in medals(places)
        if won.titles
    )


def _page(
    source: Source, templates: Templates, series: Series, contests: list[Contest]
) -> SitePage:
    """Return the page of a series: its years, and who has won most often."""
    years, holders = _years(contests), _title_holders(contests)

    async def build() -> Files:
        def view(texts: SiteTexts) -> View:
            return {
                "series": series.name,
                "up": paths.HALL,
                "years": years,
                "holders": holders,
                "figure": lambda figure: texts.plain(say("standings.figure", figure=figure)),
            }

        return templates.pages(series.path, "series.html", view)

    key = f"series/{series.path}"
    stamp = source.stamps.of(key, series, years, holders)
    return SitePage(key=key, stamp=stamp, build=build)


def _list_page(
    source: Source, templates: Templates, by_series: dict[Series, list[Contest]]
) -> SitePage:
    """Return the page that lists every series with its years."""
    rows = [(series.name, series.path, _years(contests)) for series, contests in by_series.items()]

    async def build() -> Files:
        return templates.pages(paths.HALL, "hall.html", lambda _: {"series": rows})

    return SitePage(key="hall", stamp=source.stamps.of("hall", rows), build=build)
