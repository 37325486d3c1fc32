"""A group's page: its table, its games, the tie-breaks, and the ranks still possible."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from bot.documents.render.link_preview import table_preview
from bot.documents.render.lists.listing import render_listing
from bot.documents.render.standings.standings_view import CrossRow, HeadToHead, TableRow
from bot.documents.standings.closeup import group_closeup
from bot.documents.standings.message import prospect_lines, tie_lines
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import title_text
from bot.site import paths
from bot.site.contest import Contest
from bot.site.phase_facts import scene_of
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates, View
from bot.site.verify_pages import table_panel
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text, say
from bot.texts.phase_names import has_one_phase
from engine.competitions.competition import Competition
from engine.competitions.parts import Group, ListedMatch
from engine.competitions.standings import ORDER
from engine.embargo import GameProgress
from engine.ids import GameId, PersonId

_STATES = {
    GameProgress.TO_COME: "site.to_come",
    GameProgress.RUNNING: "site.running",
    GameProgress.OVER: "site.not_homologated",
    GameProgress.SETTLED: "site.homologated",
    GameProgress.CALLED_OFF: "site.called_off",
}
"""The text of each state; the states are in the order of a game's course."""
_COURSE = tuple(_STATES)


class MatchRow(TypedDict):
    """A match in the group's list."""

    scores: list[tuple[int | None, int | None]]
    """The score of each official game, the first player's points first; None if not stated."""
    path: str
    first: str
    """The player who is Red in the home game."""
    second: str
    state: Text


class GroupPageView(TypedDict):
    """The values of `group.html`, except those of `TablePanel`."""

    competition: Competition
    up: str
    picture: str
    heading: Text
    counted: int
    games: int
    advance: int
    """How many players of the group advance."""
    line: int
    """The number of rows above the line of those who advance; 0 without a line."""
    rows: list[tuple[CrossRow, str, list[tuple[HeadToHead | None, str]]]]
    """Each player's row, the path of their page, and their games as `_cells` returns them."""
    withdrawn: tuple[TableRow, ...]
    matches: list[MatchRow]
    ties: list[Text]
    order: list[Text]
    """The criteria of the order."""
    prospects: list[Text]


async def group_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each group that has been drawn."""
    for contest in await source.contests():
        for number, phase in enumerate(contest.competition.phases):
            scene = scene_of(contest, number)
            match_facts: defaultdict[str, list[object]] = defaultdict(list)
            for match in phase.matches:
                match_facts[match.group].append(contest.public_matches[match.code])
            for group in phase.groups:
                yield _group_page(
                    source, templates, contest, scene, group, tuple(match_facts[group.name])
                )


def _group_page(  # noqa: PLR0913, PLR0917  (the data of the build, and the group)
    source: Source,
    templates: Templates,
    contest: Contest,
    whole: Scene,
    group: Group,
    match_facts: tuple[object, ...],
) -> SitePage:
    """Return the page of a group; it is built again only if its stamp changes."""
    number = whole.number
    heading = title_text(whole, group.name)
    key = f"group/{contest.code}/{number}/{group.name}"
    stamp = source.stamps.of(key, *_facts(contest, whole, group, match_facts))

    async def build() -> Files:
        scene = scene_of(contest, number, group)

        def view(texts: SiteTexts) -> View:
            return {**_view(contest, scene, group, texts, heading), **table_panel(texts)}

        path = paths.group_path(contest.code, number, group.name)
        picture = {paths.picture_of(path): _picture(whole, group)} if templates.has_address else {}
        return {**templates.pages(path, "group.html", view), **picture}

    return SitePage(key=key, stamp=stamp, build=build)


def _facts(
    contest: Contest, whole: Scene, group: Group, match_facts: tuple[object, ...]
) -> tuple[object, ...]:
    """Return all facts from which a group's page follows; a new one on the page must be added."""
    phase, withdrawn = whole.phase, whole.withdrawn_from(group.name)
    listed = sorted({*group.players, *(former.player for former in withdrawn)})
    return (
        contest.competition.title,
        has_one_phase(contest.competition),
        phase.plan,
        group,
        phase.table(group),
        match_facts,
        tuple((who, phase.treatments[who]) for who in listed if who in phase.treatments),
        tuple(who for who in listed if who in phase.retired),
        None if whole.going is None else tuple(sorted(whole.going)),  # a stamp has no sets
        contest.competition.is_past(phase.plan.phase),
        tuple((who, contest.names[who], contest.person_pages[who]) for who in listed),
        withdrawn,
        tuple((who, whole.clubs.get(who)) for who in listed),
    )


def _picture(scene: Scene, group: Group) -> bytes:
    """Return the picture that other sites show of the page: the table, large, in Romanian."""
    catalogue = load_catalogue(LANGUAGES[0])
    named_scene = scene.with_names(catalogue.name)
    view = group_closeup(named_scene, group.name, None, catalogue.plain)
    kind = catalogue.plain(say("standings.kind.homologated"))
    return table_preview(
        render_listing(replace(view, aside=kind, footer=named_scene.competition.code))
    )


def _view(
    contest: Contest, scene: Scene, group: Group, texts: SiteTexts, heading: Text
) -> GroupPageView:
    """Return the facts of a group's page: crosstable, players and links."""
    table = SceneViews(scene, texts.plain).crosstable(group.name)
    people = [row.player for row in scene.tables[group.name]]
    counted, games = scene.games_of(group.name)
    match_paths = {match.players: paths.match_path(match.code) for match in scene.phase.matches}
    return {
        "competition": contest.competition,
        "up": paths.competition_path(contest.code),
        "picture": paths.picture_of(paths.group_path(contest.code, scene.number, group.name)),
        "heading": heading,
        "counted": counted,
        "games": games,
        "advance": scene.phase.plan.advance,
        "line": scene.line_after(group.name),
        "rows": [
            (row, contest.person_pages[who], _cells(row, who, people, match_paths))
            for row, who in zip(table.rows, people, strict=True)
        ],
        "withdrawn": table.withdrawn,
        "matches": [_match(contest, scene, match) for match in scene.phase.matches],
        "ties": tie_lines(scene, group.name),
        "order": [say(f"standings.criterion.{criterion.code}") for criterion in ORDER],
        "prospects": [] if _is_settled(contest, scene) else prospect_lines(scene, group.name),
    }


def _cells(
    row: CrossRow,
    who: PersonId,
    people: Sequence[PersonId],
    matches: Mapping[frozenset[PersonId], str],
) -> list[tuple[HeadToHead | None, str]]:
    """Return the row player's games against each player, and the path of their match's page."""
    partners = zip(row.meetings, people, strict=True)
    return [(to_head, matches.get(frozenset((who, partner)), "")) for to_head, partner in partners]


def _is_settled(contest: Contest, scene: Scene) -> bool:
    """Return whether every rank of the group is final."""
    is_past = contest.competition.is_past(scene.phase.plan.phase)
    return is_past or not scene.phase.open_games()


def _match(contest: Contest, scene: Scene, listed: ListedMatch) -> MatchRow:
    """Return the facts of a match in the group's list."""
    return {
        "scores": list(_scores(scene, listed)),
        "path": paths.match_path(listed.code),
        "first": contest.names[listed.red],
        "second": contest.names[listed.blue],
        "state": match_state(contest, listed),
    }


def _scores(scene: Scene, listed: ListedMatch) -> Iterator[tuple[int | None, int | None]]:
    """Yield the approved scores, home game first, each with the first player's points first."""
    for game, (red, _) in listed.games.items():
        figures = scene.phase.results.get(game)
        if figures is not None:
            scores = figures.scores or (None, None)
            yield scores if red == listed.red else scores[::-1]


def match_state(contest: Contest, listed: ListedMatch) -> Text:
    """Return a match's state: that of its less advanced game, unless the other game has begun."""
    if any(is_unstated(contest, game) for game in listed.games):
        return say("site.stated_in_part")
    progress = [contest.embargoed[game].progress for game in listed.games]
    least_advanced = min(progress, key=_COURSE.index)
    if least_advanced is GameProgress.TO_COME and set(progress) != {GameProgress.TO_COME}:
        return say(_STATES[GameProgress.RUNNING])
    return say(_STATES[least_advanced])


def is_unstated(contest: Contest, game: GameId) -> bool:
    """Return whether an imported season does not say how the game ended."""
    competition = contest.competition
    return competition.history and all(game not in phase.results for phase in competition.phases)
