"""The data of the site, read once per build: competitions in their present state, public names."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import Findings
from bot.analysis.sequences import PublicResult, allowed_in
from bot.analysis.stored_findings import current
from bot.runtime.damaged_logs import DamagedLogs
from bot.runtime.embargo import tables_in
from bot.runtime.folding import fold_game, fold_match, load_competition
from bot.runtime.public_names import everybody_of, names_among
from bot.runtime.recent_states import RecentStates
from bot.site.atom import FeedEntry
from bot.site.open_lines import OpenDataLine
from bot.site.options import SiteOptions
from bot.site.paths import slug
from bot.site.site_page import BuildCache, StampCache
from bot.texts.public_names import NameVisibility, labels, shown_as
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.competitions.sign_up import Limits, SignUpState
from engine.embargo import EmbargoedGame, EmbargoReason, GameProgress, closed
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage import log
from storage.analysis import analyses
from storage.competitions import competition_rows, publicity, series, sign_ups
from storage.log import Head
from storage.matches import match_rows
from storage.people import people
from storage.play import game_rows
from storage.streams import game_stream

FEW: Final = 64
"""The size of the caches; each game and match is read once in a build."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """An open sign-up as the site shows it."""

    last_day: date
    limits: Limits
    taken: int
    waiting: int
    names: Sequence[str]
    """The public names of the people with a seat, in the order of sign-up."""


async def signing_in(tx: AsyncConnection, competition: Competition) -> Signing | None:
    """Return the competition's open sign-up, or None."""
    sign_up = await sign_ups.of(tx, competition.code)
    if sign_up is None or sign_up.closed_at is not None:
        return None
    found = await sign_ups.people_of(tx, competition.code)
    inside = [applicant for applicant in found if applicant.state is SignUpState.IN]
    order = [applicant.person for applicant in inside]
    default = NameVisibility(await publicity.names_of(tx, competition.code) or NameVisibility.FULL)
    shown: dict[int, NameVisibility] = {
        known.id: shown_as(
            NameVisibility(known.public_name) if known.public_name else None,
            default,
            minor=known.minor,
        )
        for known in await people.several(tx, order)
    }
    names = labels(order, {applicant.person: applicant.name for applicant in inside}, shown)
    return Signing(
        last_day=day_of(sign_up.closes_at - timedelta(seconds=1), competition.rules.time_zone),
        limits=sign_up.limits,
        taken=len({*order, *competition.phase.players}),
        waiting=sum(applicant.state is SignUpState.WAITING for applicant in found),
        names=tuple(names[who] for who in order),
    )


class PublicMatch(NamedTuple):
    """The public facts of a match, except the names."""

    listed: ListedMatch
    results: tuple[Figures | None, ...]
    """The results of both games, the home game first."""
    progress: tuple[GameProgress, ...]


@dataclass(frozen=True, kw_only=True)  # without slots, because cached properties need a `__dict__`
class Contest:
    """A competition with all facts that its pages need, except the games themselves."""

    competition: Competition
    head: Head
    """The competition's last event."""
    names: Mapping[PersonId, str]
    """Each person's public name."""
    people: Mapping[PersonId, str]
    """The path of each player's page."""
    whole: frozenset[PersonId]
    """The people whose public name is their full name."""
    tables: Mapping[GameId, EmbargoedGame]
    """The state of each game, future ones included."""
    matches: Mapping[MatchCode, Head]
    """The last event of each arranged match."""
    games: Mapping[GameId, Head]
    """The last event of each game that has begun."""
    allowed: Mapping[int, Sequence[PublicResult]]
    """For each phase: the most points possible with its sequences, where known and public."""
    signing: Signing | None = None
    """The open sign-up, if people may sign up."""

    @property
    def code(self) -> CompetitionCode:
        """Return the competition's code."""
        return self.competition.code

    @cached_property
    def listed(self) -> Mapping[MatchCode, tuple[int, ListedMatch]]:
        """Return every match, with the number of its phase."""
        return {
            match.code: (number, match)
            for number, phase in enumerate(self.competition.phases)
            for match in phase.matches
        }

    @cached_property
    def called(self) -> tuple[tuple[PersonId, str, str], ...]:
        """Return every person with their public name and the path of their page."""
        return tuple((who, name, self.people[who]) for who, name in self.names.items())

    @cached_property
    def told(self) -> Mapping[MatchCode, PublicMatch]:
        """Return the public facts of each match, except the names."""
        return {
            code: PublicMatch(
                listed,
                tuple(self.competition.phases[number].results.get(game) for game in listed.games),
                tuple(self.tables[game].progress for game in listed.games),
            )
            for code, (number, listed) in self.listed.items()
        }

    @cached_property
    def places(self) -> Mapping[MatchCode, int]:
        """Return the index of each match in the list of its phase, from 0."""
        return {
            match.code: place
            for phase in self.competition.phases
            for place, match in enumerate(phase.matches)
        }

    @cached_property
    def _on_seed(self) -> Mapping[str, Sequence[EmbargoedGame]]:
        found = defaultdict(list)
        for table in self.tables.values():
            found[table.seed].append(table)
        return found

    def closed(self, game: GameId) -> EmbargoReason | None:
        """Return why the embargo closes the game to the public, or None if it is public."""
        table = self.tables[game]
        alike = table.seed, table.progress
        if alike not in self._barred:
            rule = self.competition.rules.public_when
            self._barred[alike] = closed(table, self._on_seed[table.seed], rule)
        barred = self._barred[alike]
        return barred and replace(barred, game=game)

    def why_closed(self, game: GameId) -> tuple[str, str] | None:
        """Return the condition for the game to become public, and the article; None if it is met.

        The number of games still awaited is left out, or every match's page would change with each
        game.
        """
        table = self.tables[game]
        alike = table.seed, table.progress
        if alike not in self._why_closed:
            barred = self.closed(game)
            why = None if barred is None else (barred.fault.code, barred.fault.article)
            self._why_closed[alike] = why
        return self._why_closed[alike]

    @cached_property
    def _why_closed(self) -> dict[tuple[str, object], tuple[str, str] | None]:
        return {}

    @cached_property
    def _barred(self) -> dict[tuple[str, object], EmbargoReason | None]:
        """The embargo's answers so far; games of one sequence in the same state share an answer."""
        return {}

    @cached_property
    def shown_seeds(self) -> frozenset[tuple[int, Leg]]:
        """Return the phases and legs whose series seed is public."""
        return frozenset(
            (number, leg)
            for number, phase in enumerate(self.competition.phases)
            if phase.started is not None
            for leg in Leg
            if self._is_shown([self.tables[game_id(match.code, leg)] for match in phase.matches])
        )

    @cached_property
    def shown_legs(self) -> Sequence[frozenset[Leg]]:
        """Return, for each phase, the legs whose series seed is public."""
        return [
            frozenset(leg for of, leg in self.shown_seeds if of == number)
            for number in range(len(self.competition.phases))
        ]

    def _is_shown(self, series: Sequence[EmbargoedGame]) -> bool:
        """Return whether the seed of the games in this series is public."""
        played = [table for table in series if table.progress is not GameProgress.CALLED_OFF]
        return bool(played) and all(self.closed(table.game) is None for table in played)


@dataclass(frozen=True, slots=True)
class BuildCaches:
    """Caches that are kept from one build to the next."""

    competitions: RecentStates[Competition] = field(default_factory=RecentStates)
    matches: RecentStates[Match] = field(default_factory=partial(RecentStates, FEW))
    games: RecentStates[Game] = field(default_factory=partial(RecentStates, FEW))
    damaged: DamagedLogs = field(default_factory=DamagedLogs)
    stamps: StampCache = field(default_factory=StampCache)
    lines: BuildCache[OpenDataLine] = field(default_factory=BuildCache)
    """Lines of the open data."""
    entries: BuildCache[FeedEntry] = field(default_factory=BuildCache)
    """Entries of the feeds of results."""


class Source:
    """The data of one build of the site, read in one transaction."""

    def __init__(self, tx: AsyncConnection, kept: BuildCaches, options: SiteOptions) -> None:
        self.tx, self.options = tx, options
        self.stamps, self.lines, self.entries = kept.stamps, kept.lines, kept.entries
        self._lately = kept
        self._contests: list[Contest] | None = None
        self._consents: Mapping[GameId, frozenset[PersonId]] | None = None
        self._series: Mapping[CompetitionCode, str] | None = None

    async def contests(self) -> Sequence[Contest]:
        """Return the competitions on the site, in the order of their codes."""
        if self._contests is None:
            codes = await competition_rows.codes(self.tx)
            shown = [code for code in codes if self.options.has(code)]
            known = [
                await load_competition(self.tx, self._lately, CompetitionCode(code))
                for code in shown
            ]
            wanted = sorted({who for competition, _ in known for who in everybody_of(competition)})
            persons = {person.id: person for person in await people.several(self.tx, wanted)}
            named = {
                competition.code: await names_among(self.tx, competition, persons)
                for competition, _ in known
            }
            full = {who: person.name for who, person in persons.items()}
            pages = _player_pages(named, full)
            tables = {
                competition.code: await tables_in(self.tx, competition) for competition, _ in known
            }
            self._contests = [
                Contest(
                    competition=competition,
                    head=head,
                    names=named[competition.code],
                    people=pages[competition.code],
                    whole=frozenset(
                        who
                        for who, name in named[competition.code].items()
                        if name == full.get(who)
                    ),
                    tables=tables[competition.code],
                    allowed=await allowed_in(self.tx, competition, tables[competition.code]),
                    matches=await match_rows.heads_in(self.tx, competition.code),
                    games=await game_rows.game_heads_in(self.tx, competition.code),
                    signing=await signing_in(self.tx, competition),
                )
                for competition, head in known
            ]
        return self._contests

    async def series(self) -> Mapping[CompetitionCode, str]:
        """Return the name of each competition's series, by code."""
        if self._series is None:
            self._series = await series.every(self.tx)
        return self._series

    async def match(self, contest: Contest, code: MatchCode) -> Match:
        """Return a match in its present state."""
        return await fold_match(self.tx, self._lately, code, contest.matches[code])

    async def game(self, contest: Contest, game: GameId) -> Game:
        """Return a game in its present state; the caller must have checked that it is public."""
        return await fold_game(self.tx, self._lately, game, contest.games[game])

    async def consents(self) -> Mapping[GameId, frozenset[PersonId]]:
        """Return, by game, the people who let others see its analysis."""
        if self._consents is None:
            self._consents = await analyses.all_consents(self.tx)
        return self._consents

    async def friendly_match(self, code: MatchCode, head: Head) -> Match:
        """Return a friendly match in its present state."""
        return await fold_match(self.tx, self._lately, code, head)

    async def friendly_game(self, game: GameId) -> tuple[Game, Head]:
        """Return a friendly game with its last event; the caller has checked that it is public."""
        head = await log.head(self.tx, game_stream(game))
        return await fold_game(self.tx, self._lately, game, head), head

    async def findings(self, contest: Contest, game: GameId) -> Findings | None:
        """Return a public game's analysis, if both of its players have allowed it, or None."""
        consents = await self.consents()
        if not contest.tables[game].players <= consents.get(game, frozenset()):
            return None
        return await current(self.tx, game, contest.games[game].hash)


def _player_pages(
    named: Mapping[CompetitionCode, Mapping[PersonId, str]], full: Mapping[PersonId, str]
) -> Mapping[CompetitionCode, Mapping[PersonId, str]]:
    """Return the path of each player's page: one for all competitions under their full name.

    A player under another name has a page for each competition, so that nothing connects them.
    """
    taken: dict[str, tuple[object, ...]] = {}
    found: dict[CompetitionCode, dict[PersonId, str]] = {}
    for code, names in named.items():
        found[code] = {}
        for who in sorted(names):
            shown = names[who]
            owner = (who,) if shown == full.get(who) else (who, code)
            name, number = slug(shown), 1
            while taken.setdefault(name, owner) != owner:
                number += 1
                name = f"{slug(shown)}-{number}"
            found[code][who] = f"j/{name}.html"
    return found
