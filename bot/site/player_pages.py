"""The players' pages: what each has played, against whom, and their curves of ratings."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import NamedTuple, TypedDict

from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.stored_lists import main_kind
from bot.runtime.public_names import listed_names
from bot.site import paths
from bot.site.contest import Contest
from bot.site.group_pages import match_state
from bot.site.rating_curves import RatedCurve, curve_of
from bot.site.rating_pages import path_of
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates
from bot.texts.messages import Text, say
from bot.texts.phase_names import has_one_phase, own_name
from engine.competitions.honours import podium
from engine.competitions.parts import ListedMatch
from engine.competitions.standings import StandingsRow
from engine.competitions.tally import Tally
from engine.figures import Figures
from engine.ids import Leg, PersonId, game_id
from engine.ratings.statuses import RatedStatus
from storage.ratings import claimed_names, published_lists
from storage.ratings.person_keys import NIGHTLY, key_of
from storage.ratings.published_lists import PublishedList
from storage.ratings.rated_row import RatedRow

_Histories = Mapping[str, Sequence[tuple[date, RatedRow]]]
"""By key, a player's rows on the lists of a kind, the oldest first."""

INDEX = "jucatori.html"
"""The page with the list of all players."""
_ZERO = Decimal("0.0000")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSide:
    """One game from the player's point of view."""

    own: int | None
    """The player's points; None, as the opponent's, if the score is not stated."""
    partner: int | None
    coefficient: str
    is_red: bool
    is_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """One match of a player."""

    match_page: str
    partner: str
    """The opponent's name."""
    partner_page: str
    sides: tuple[PlayerSide | None, PlayerSide | None]
    """The home game and the return game; None without a result."""
    state: Text
    counts: tuple[tuple[Figures, bool], ...]
    """Each official game that counts, with whether the player was Red."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseMatches:
    """A player's matches in one phase of a competition."""

    code: str
    """The competition's code, because two competitions may have the same title."""
    competition: str
    page: str
    phase: Text | None
    place: int | None
    sum: str
    """The sum of the player's coefficients."""
    played: tuple[PlayedMatch, ...]


@dataclass(slots=True, kw_only=True)
class SitePlayer:
    """A player on the site."""

    name: str
    ids: set[PersonId] = field(default_factory=set)
    is_named: bool = True
    """Whether the player has their full name here, so that facts published under it are theirs."""
    parts: list["PhaseFacts"] = field(default_factory=list)
    honours: list["Honour"] = field(default_factory=list)
    """The player's places on podiums."""


class Honour(NamedTuple):
    """A place on the podium of a competition, as the template unpacks it."""

    title: str
    """The competition's title."""
    page: str
    place: int


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A player's phase of a competition as facts of the competition."""

    contest: Contest
    phase_number: int
    """The index of the phase, from 0."""
    player: PersonId
    row: StandingsRow | None
    """The player's line in the standings, if the player has one."""
    matches: tuple[ListedMatch, ...]

    def section(self) -> PhaseMatches:
        """Return the section for the page."""
        contest, number = self.contest, self.phase_number
        plan = contest.competition.phases[number].plan
        return PhaseMatches(
            code=contest.code,
            competition=contest.competition.title,
            page=_page_of(contest, number, self.player),
            phase=None if has_one_phase(contest.competition) else own_name(plan.phase),
            place=None if self.row is None else self.row.place,
            sum=str(_ZERO if self.row is None else self.row.coefficients),
            played=tuple(_played(contest, number, match, self.player) for match in self.matches),
        )


class PlayerPageView(TypedDict):
    """The values of `player.html`."""

    person: str
    up: str
    sections: list[PhaseMatches]
    """The latest first."""
    honours: list[Honour]
    """The latest first."""
    figure: Callable[[str], str]
    """Returns a figure with its unit, as the template asks for it."""
    met: list["HeadToHeadRecord"]
    curves: Sequence[RatedCurve]


async def player_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each player, and the list of all."""
    people, latest = await _people(source), await published_lists.all_in_force(source.tx)
    nightly = [
        (published_list, await _histories_of_all(source, published_list))
        for published_list in latest
        if published_list.kind in NIGHTLY
    ]
    names_by_key = (await listed_names(source.tx)).people if nightly else {}
    claimed = {name.person: name.key for name in await claimed_names.every(source.tx)}
    officers = [
        (published_list, await _histories_on(source, published_list, claimed.values()))
        for published_list in sorted(latest, key=lambda latest: (latest.system, latest.kind))
        if published_list.kind == main_kind(published_list.system)
    ]
    for path, person in people.items():
        curves: list[RatedCurve] = []
        if person.is_named:
            curves += _nightly_curves(person, nightly, names_by_key)
            curves += _officers_curves(person, officers, claimed)
        yield _page(source, templates, path, person, curves)
    yield _index_page(source, templates, people)


async def _people(source: Source) -> dict[str, SitePlayer]:
    """Return all players by the path of their page, in order of path."""
    people: dict[str, SitePlayer] = {}
    for contest in await source.contests():
        for number, phase in enumerate(contest.competition.phases):
            rows = {row.player: row for table in phase.tables().values() for row in table}
            matches = defaultdict(list)
            for listed in phase.matches:
                matches[listed.red].append(listed)
                matches[listed.blue].append(listed)
            for who in phase.players:
                part = PhaseFacts(contest, number, who, rows.get(who), tuple(matches[who]))
                _noted(people, contest, who).parts.append(part)
        page = paths.competition_path(contest.code)
        for honoured in podium(contest.competition):
            honour = Honour(contest.competition.title, page, honoured.place)
            _noted(people, contest, honoured.player).honours.append(honour)
    return dict(sorted(people.items()))


def _noted(people: dict[str, SitePlayer], contest: Contest, who: PersonId) -> SitePlayer:
    """Note in `people` that the person played in the competition; return the player of that page.

    Several people can share a page; it has their full name only if each has it everywhere.
    """
    path = contest.person_pages[who]
    player = people.setdefault(path, SitePlayer(name=contest.names[who]))
    player.ids.add(who)
    player.is_named = player.is_named and who in contest.fully_named
    return player


def _page_of(contest: Contest, number: int, who: PersonId) -> str:
    """Return the path of the player's group, or of the competition if there are no groups yet."""
    for group in contest.competition.phases[number].groups:
        if who in group.players:
            return paths.group_path(contest.code, number, group.name)
    return paths.competition_path(contest.code)


def _played(contest: Contest, number: int, listed: ListedMatch, who: PersonId) -> PlayedMatch:
    """Return a match as one of its players sees it."""
    phase = contest.competition.phases[number]
    partner = listed.blue if listed.red == who else listed.red
    sides, counts = [], []
    for leg in Leg:
        is_red = listed.seats(leg)[0] == who
        figures = phase.results.get(game_id(listed.code, leg))
        sides.append(None if figures is None else _side(figures, is_red=is_red))
        if figures is not None and phase.counts(listed):
            counts.append((figures, is_red))
    home, back = sides
    return PlayedMatch(
        match_page=paths.match_path(listed.code),
        partner=contest.names[partner],
        partner_page=contest.person_pages[partner],
        sides=(home, back),
        state=match_state(contest, listed),
        counts=tuple(counts),
    )


def _side(figures: Figures, *, is_red: bool) -> PlayerSide:
    """Return the result of a game from one player's side."""
    scores = figures.scores or (None, None)
    own, partner = scores if is_red else scores[::-1]
    return PlayerSide(
        own=own,
        partner=partner,
        coefficient=str(figures.coefficients_of(is_red=is_red)[0]),
        is_red=is_red,
        is_won=figures.is_won_by(is_red=is_red),
    )


async def _histories_of_all(source: Source, latest: PublishedList) -> _Histories:
    """Return the history of everybody on a nightly list."""
    rows = await published_lists.rows_of(source.tx, latest.id)
    return await _histories_on(source, latest, [row.key for row in rows])


async def _histories_on(source: Source, latest: PublishedList, keys: Collection[str]) -> _Histories:
    """Return the history of these players on the lists of that kind."""
    return await published_lists.history(source.tx, latest.system, latest.kind, keys)


def _nightly_curves(
    person: SitePlayer,
    nightly: Sequence[tuple[PublishedList, _Histories]],
    names_by_key: Mapping[str, str],
) -> Iterator[RatedCurve]:
    """Yield the player's ratings over time on the nightly lists that name them in full."""
    for latest, histories in nightly:
        for key in map(key_of, sorted(person.ids)):
            if names_by_key.get(key) == person.name and histories.get(key):
                yield _rated_curve(latest, histories[key], kind_text(latest.kind))


def _rated_curve(
    latest: PublishedList, rows: Sequence[tuple[date, RatedRow]], kind: Text | None = None
) -> RatedCurve:
    """Return the curve of a player's rows, the oldest first."""
    return RatedCurve(
        system=system_text(latest.system),
        kind=kind,
        list=path_of(latest),
        curve=curve_of([(day, row.rating) for day, row in rows]),
        is_provisional=rows[-1][1].status == RatedStatus.PROVISIONAL,
    )


def _officers_curves(
    person: SitePlayer,
    officers: Sequence[tuple[PublishedList, _Histories]],
    claimed: Mapping[PersonId, str],
) -> Iterator[RatedCurve]:
    """Yield the player's ratings over time on the lists of ratings officers, by system.

    `claimed` has the key of the name that a person has claimed on these lists.
    """
    for key in (claimed[who] for who in sorted(person.ids) if who in claimed):
        for latest, histories in officers:
            if histories[key]:
                yield _rated_curve(latest, histories[key])


def _page(
    source: Source,
    templates: Templates,
    path: str,
    person: SitePlayer,
    curves: Sequence[RatedCurve],
) -> SitePage:
    """Return the page of a player, which contains nothing but what its stamp is made of."""
    sections = [part.section() for part in person.parts]

    async def build() -> Files:
        def view(texts: SiteTexts) -> PlayerPageView:
            return {
                "person": texts.name(person.name),
                "up": INDEX,
                "sections": sections[::-1],
                "honours": person.honours[::-1],
                "figure": lambda figure: texts.plain(say("standings.figure", figure=figure)),
                "met": _records(sections),
                "curves": curves,
            }

        return templates.pages(path, "player.html", view)

    key = f"player/{path}"
    stamp = source.stamps.of(key, person.name, sections, curves, person.honours)
    return SitePage(key=key, stamp=stamp, build=build)


@dataclass(slots=True, kw_only=True)
class HeadToHeadRecord(Tally):
    """A player's record against one opponent."""

    name: str
    """The opponent's name."""
    page: str
    """The path of the opponent's page."""


def _records(sections: Sequence[PhaseMatches]) -> list[HeadToHeadRecord]:
    """Return the player's record against each opponent, those met most often first."""
    records: dict[str, HeadToHeadRecord] = {}  # by the page of the opponent
    for played in (match for section in sections for match in section.played):
        for figures, is_red in played.counts:
            new_record = HeadToHeadRecord(name=played.partner, page=played.partner_page)
            records.setdefault(played.partner_page, new_record).add(figures, is_red=is_red)
    return sorted(records.values(), key=lambda record: (-record.games, record.name))


def _index_page(source: Source, templates: Templates, people: dict[str, SitePlayer]) -> SitePage:
    """Return the page with all players: their names, paths, and numbers of phases."""
    by_name = sorted(people.items(), key=lambda item: (paths.slug(item[1].name), item[0]))
    rows = [(person.name, path, len(person.parts)) for path, person in by_name]

    async def build() -> Files:
        return templates.pages(INDEX, "players.html", lambda _: {"people": rows})

    return SitePage(key="players", stamp=source.stamps.of("players", rows), build=build)
