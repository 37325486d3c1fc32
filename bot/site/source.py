"""The data of the site, read once per build: competitions in their present state, public names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import Findings
from bot.analysis.sequences import best_totals_in
from bot.analysis.stored_findings import current
from bot.runtime.damaged_logs import DamagedLogs, leaving_out_damaged
from bot.runtime.embargo import embargoed_games
from bot.runtime.folding import fold_game, fold_match, load_competition
from bot.runtime.public_names import everybody_of, names_among
from bot.runtime.recent_states import RecentStates
from bot.site.atom import FeedEntry
from bot.site.contest import Contest, Series
from bot.site.open_lines import OpenDataLine
from bot.site.open_sign_ups import open_sign_up
from bot.site.options import SiteOptions
from bot.site.paths import free_stem, series_paths, slug
from bot.site.site_page import BuildCache, StampCache
from engine.competitions.competition import Competition
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId
from engine.matches.match import Match
from storage import log
from storage.analysis import analyses
from storage.competitions import competition_rows, series
from storage.log import Head
from storage.matches import match_rows
from storage.people import people
from storage.play import game_rows
from storage.streams import game_stream

SMALL_CACHE: Final = 64
"""The games and matches that are cached: few, because a build reads each of them once."""


@dataclass(frozen=True, slots=True)
class BuildCaches:
    """Caches that are kept from one build to the next."""

    competitions: RecentStates[Competition] = field(default_factory=RecentStates)
    matches: RecentStates[Match] = field(default_factory=partial(RecentStates, SMALL_CACHE))
    games: RecentStates[Game] = field(default_factory=partial(RecentStates, SMALL_CACHE))
    damaged: DamagedLogs = field(default_factory=DamagedLogs)
    stamps: StampCache = field(default_factory=StampCache)
    lines: BuildCache[OpenDataLine] = field(default_factory=BuildCache)
    """Lines of the open data."""
    entries: BuildCache[FeedEntry] = field(default_factory=BuildCache)
    """Entries of the feeds of results."""


class Source:
    """The data of one build of the site, read in one transaction."""

    def __init__(self, tx: AsyncConnection, caches: BuildCaches, options: SiteOptions) -> None:
        self.tx, self.options = tx, options
        self.stamps, self.lines, self.entries = caches.stamps, caches.lines, caches.entries
        self._caches = caches
        self._contests: list[Contest] | None = None
        self._consents: Mapping[GameId, frozenset[PersonId]] | None = None
        self._series: Mapping[CompetitionCode, Series] | None = None

    async def contests(self) -> Sequence[Contest]:
        """Return the competitions on the site, in the order of their codes."""
        if self._contests is None:
            self._contests = await self._read_contests()
        return self._contests

    async def _read_contests(self) -> list[Contest]:
        """Read the competitions; the names of all come first, because pages share them."""
        codes = [code for code in await competition_rows.codes(self.tx) if self.options.has(code)]
        loaded = []
        for code in codes:
            with leaving_out_damaged():
                loaded.append(await load_competition(self.tx, self._caches, CompetitionCode(code)))
        everybody = sorted({who for competition, _ in loaded for who in everybody_of(competition)})
        persons = {person.id: person for person in await people.several(self.tx, everybody)}
        names = {
            competition.code: await names_among(self.tx, competition, persons)
            for competition, _ in loaded
        }
        full_names = {who: person.name for who, person in persons.items()}
        pages = _player_pages(names, full_names)
        contests = []
        for competition, head in loaded:
            code = competition.code
            games = await embargoed_games(self.tx, competition)
            named = names[code].items()
            fully_named = frozenset(who for who, name in named if name == full_names.get(who))
            contests.append(
                Contest(
                    competition=competition,
                    head=head,
                    names=names[code],
                    person_pages=pages[code],
                    fully_named=fully_named,
                    embargoed=games,
                    best_totals=await best_totals_in(self.tx, competition, games),
                    matches=await match_rows.heads_in(self.tx, code),
                    games=await game_rows.game_heads_in(self.tx, code),
                    sign_up=await open_sign_up(self.tx, competition),
                    series=(await self.series()).get(code),
                )
            )
        return contests

    async def series(self) -> Mapping[CompetitionCode, Series]:
        """Return each competition's series, by code."""
        if self._series is None:
            names = await series.every(self.tx)
            paths = series_paths(names.values())
            self._series = {code: Series(name, paths[name]) for code, name in names.items()}
        return self._series

    async def match(self, contest: Contest, code: MatchCode) -> Match:
        """Return a match in its present state."""
        return await fold_match(self.tx, self._caches, code, contest.matches[code])

    async def game(self, contest: Contest, game: GameId) -> Game:
        """Return a game in its present state; the caller must have checked that it is public."""
        return await fold_game(self.tx, self._caches, game, contest.games[game])

    async def consents(self) -> Mapping[GameId, frozenset[PersonId]]:
        """Return, by game, the people who let others see its analysis."""
        if self._consents is None:
            self._consents = await analyses.all_consents(self.tx)
        return self._consents

    async def friendly_match(self, code: MatchCode, head: Head) -> Match:
        """Return a friendly match in its present state."""
        return await fold_match(self.tx, self._caches, code, head)

    async def friendly_game(self, game: GameId) -> tuple[Game, Head]:
        """Return a friendly game with its last event; the caller has checked that it is public."""
        head = await log.head(self.tx, game_stream(game))
        return await fold_game(self.tx, self._caches, game, head), head

    async def findings(self, contest: Contest, game: GameId) -> Findings | None:
        """Return a public game's analysis, if both of its players have allowed it, or None."""
        consents = await self.consents()
        if not contest.embargoed[game].players <= consents.get(game, frozenset()):
            return None
        return await current(self.tx, game, contest.games[game].hash)


def _player_pages(
    public_names: Mapping[CompetitionCode, Mapping[PersonId, str]],
    full_names: Mapping[PersonId, str],
) -> Mapping[CompetitionCode, Mapping[PersonId, str]]:
    """Return the path of each player's page: one for all competitions under their full name.

    A player under another name has a page for each competition, so that nothing connects them.
    """
    owners: dict[str, tuple[object, ...]] = {}  # who has each page name: a person, or one here
    pages: dict[CompetitionCode, dict[PersonId, str]] = {}
    for code, names in public_names.items():
        pages[code] = {}
        for who in sorted(names):
            owner = (who,) if names[who] == full_names.get(who) else (who, code)
            pages[code][who] = f"j/{free_stem(owners, slug(names[who]), owner)}.html"
    return pages
