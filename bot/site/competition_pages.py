"""The front page, a competition's page, and the overall standings of a phase."""

from collections.abc import AsyncIterator
from typing import Final

from bot.analysis.messages import words_of
from bot.analysis.sequences import PublicResult
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import overall_title, phase_text
from bot.site import paths
from bot.site.competition_views import (
    BestTotalView,
    CompetitionView,
    ContestRow,
    GroupView,
    OverallView,
    PhaseView,
    SignUpView,
)
from bot.site.contest import Contest
from bot.site.friendly_pages import friendly_games
from bot.site.options import SiteOptions
from bot.site.phase_facts import scene_of, seals_of, stage_text
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates, View
from bot.texts.messages import say
from bot.texts.notices.competitions.competitions import stage_line
from bot.texts.notices.competitions.sign_ups import (
    SIGN_UP_LINK,
    limits_lines,
    places_line,
)
from bot.texts.page_links import SIGN_UP, link_with
from bot.texts.phase_names import has_one_phase
from engine.competitions.competition import CompetitionStage
from engine.competitions.parts import Group

TOP: Final = 3
"""The number of a group's players shown on the competition's page."""


async def front_page(source: Source, templates: Templates) -> SitePage:
    """Return the front page: the competitions, running ones first."""
    contests = sorted(await source.contests(), key=_display_order)
    rows: list[ContestRow] = [
        {
            "code": contest.code,
            "title": contest.competition.title,
            "path": paths.competition_path(contest.code),
            "stage": stage_line(
                contest.competition,
                contest.competition.phase,
                stage_text(contest.competition, contest.competition.number),
            ),
            "first_day": contest.competition.phase.first_day.isoformat(),
            "last_day": contest.competition.phase.plan.closing.isoformat(),
            "players": len({who for phase in contest.competition.phases for who in phase.players}),
            "is_over": contest.competition.stage is CompetitionStage.CLOSED,
        }
        for contest in contests
    ]
    series_by_code = await source.series()
    hall = paths.HALL if any(contest.code in series_by_code for contest in contests) else ""
    friendlies = paths.FRIENDLIES if await friendly_games(source) else ""

    def view(_texts: SiteTexts) -> View:
        return {"contests": rows, "hall": hall, "friendlies": friendlies}

    async def build() -> Files:
        return templates.pages("index.html", "front.html", view)

    return SitePage(key="front", stamp=stamp_of(rows, hall, friendlies), build=build)


def _display_order(contest: Contest) -> tuple[bool, int, str]:
    """Return the key by which running competitions come first, and of each kind the latest."""
    competition = contest.competition
    start = competition.phases[0].plan.start.toordinal()
    return competition.stage is CompetitionStage.CLOSED, -start, contest.code


async def competition_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield each competition's page, and the overall standings of its phases."""
    for contest in await source.contests():
        phases = range(len(contest.competition.phases))
        scenes = [scene_of(contest, number) for number in phases]
        key = f"competition/{contest.code}"
        shown_seeds = tuple(sorted(contest.shown_seeds))
        best_totals = tuple(contest.best_totals.items())
        # All that the pages show must follow from these facts, or they are not built again. The
        # options are in the stamp of the whole site.
        facts = (contest.head, contest.public_people, shown_seeds, best_totals, contest.sign_up)
        stamp = source.stamps.of(key, *facts, contest.series)
        yield _competition_page(contest, scenes, stamp, templates, source.options)
        for scene in scenes:
            if len(scene.groups) > 1:
                yield _overall_page(contest, scene, stamp, templates)


def _competition_page(
    contest: Contest,
    scenes: list[Scene],
    stamp: str,
    templates: Templates,
    options: SiteOptions,
) -> SitePage:
    """Return the competition's page."""

    def view(texts: SiteTexts) -> CompetitionView:
        return {
            "contest": contest,
            "competition": contest.competition,
            "signing": _signing(contest, options),
            "series": contest.series,
            "rulings": paths.rulings_path(contest.code),
            "data": paths.competition_path(contest.code).removesuffix("index.html"),
            "phases": [_phase(contest, scene, texts) for scene in reversed(scenes)],
        }

    async def build() -> Files:
        path = paths.competition_path(contest.code)
        return templates.pages(path, "competition.html", view)

    return SitePage(key=f"competition/{contest.code}", stamp=stamp, build=build)


def _signing(contest: Contest, options: SiteOptions) -> SignUpView | None:
    """Return the open sign-up for the template, or None."""
    sign_up = contest.sign_up
    if sign_up is None:
        return None
    has_web = bool(options.address) and contest.competition.browser_seats
    telegram = f"https://t.me/{options.bot}?start={SIGN_UP_LINK}{contest.code}"
    return {
        "day": sign_up.last_day.isoformat(),
        "places": places_line(sign_up.taken, sign_up.limits),
        "limits": limits_lines(sign_up.limits),
        "names": sign_up.names,
        "waiting": sign_up.waiting,
        "web": link_with(options.address, SIGN_UP, contest.code) if has_web else "",
        "link": telegram if options.bot else "",
    }


def _phase(contest: Contest, scene: Scene, texts: SiteTexts) -> PhaseView:
    """Return the facts of a phase for the competition's page."""
    counted, games = scene.games_of()
    is_only = has_one_phase(contest.competition)
    has_overall = len(scene.groups) > 1
    return {
        "title": say("site.only_phase") if is_only else phase_text(scene),
        "first_day": scene.phase.first_day.isoformat(),
        "last_day": scene.phase.plan.closing.isoformat(),
        "stage": stage_text(contest.competition, scene.number),
        "counted": counted,
        "games": games,
        "entered": len(scene.phase.players),
        "overall": paths.phase_path(contest.code, scene.number) if has_overall else "",
        "groups": [_group(contest, scene, group, texts) for group in scene.groups],
        "seals": list(seals_of(contest, scene.number)),
        "best_totals": [
            _best_total(result) for result in contest.best_totals.get(scene.number, ())
        ],
    }


def _best_total(result: PublicResult) -> BestTotalView:
    """Return the highest total found for the tiles of a leg, for the competition's page."""
    return {
        "said": say(f"site.allowed.{result.leg}", total=result.total, best=result.best),
        "game": result.game,
        "path": paths.game_path(result.game),
        "words": words_of(result.edition, is_official=result.official),
    }


def _group(contest: Contest, scene: Scene, group: Group, texts: SiteTexts) -> GroupView:
    """Return the facts of a group for the competition's page."""
    rows = SceneViews(scene, texts.plain).group_rows(group.name, TOP)
    people = [row.player for row in scene.tables[group.name]]
    first_people = people[:TOP]
    counted, games = scene.games_of(group.name)
    return {
        "name": group.name,
        "is_only": len(scene.groups) == 1,
        "path": paths.group_path(contest.code, scene.number, group.name),
        "counted": counted,
        "games": games,
        "rows": [
            (row, contest.person_pages[who]) for row, who in zip(rows, first_people, strict=True)
        ],
        "more": max(0, len(people) - TOP),
    }


def _overall_page(contest: Contest, scene: Scene, stamp: str, templates: Templates) -> SitePage:
    """Return the page with all players of a phase in one order."""
    counted, games = scene.games_of()

    def view(texts: SiteTexts) -> OverallView:
        rows = SceneViews(scene, texts.plain).overall_rows()
        people = [row.player for row in scene.overall]
        return {
            "competition": contest.competition,
            "up": paths.competition_path(contest.code),
            "heading": overall_title(scene),
            "counted": counted,
            "games": games,
            "rows": [
                (row, contest.person_pages[who]) for row, who in zip(rows, people, strict=True)
            ],
        }

    async def build() -> Files:
        path = paths.phase_path(contest.code, scene.number)
        return templates.pages(path, "overall.html", view)

    return SitePage(key=f"phase/{contest.code}/{scene.number}", stamp=stamp, build=build)
