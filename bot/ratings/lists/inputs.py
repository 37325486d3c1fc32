"""The inputs of a rating system: read from files, checked together, and summarised."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from bot.documents.tables.columns import read_columns
from bot.documents.tables.events import read_events
from bot.documents.tables.faults import FileFaults, shortened
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.games import read_games
from bot.documents.tables.names import FirstMentions, Names, title_key
from bot.documents.tables.players import read_starts, refuse_similar
from bot.ratings.lists.tournament_names import SHOWN, remark_on_events, remark_on_tournaments
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame, Start

SAVED = "the saved rating"
"""The name of a saved rating in messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputSummary:
    """A summary of the files, for a person to check before publishing."""

    players: int
    newcomers: tuple[Player, ...]
    """Players without a starting rating; empty for a calendar."""
    games: int
    competitions: int
    """The number of tournaments by name, or of collective games."""
    first_day: date | None
    last_day: date | None


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """Collective games, in the official order."""

    events: Sequence[CalendarGame]
    played: FirstMentions = field(default_factory=dict)
    """All players who took part, with line and column of their first game."""

    @cached_property
    def understood(self) -> InputSummary:
        """Return a summary of the calendar."""
        days = [event.day for event in self.events]
        return InputSummary(
            players=len({player for event in self.events for player in event.places}),
            newcomers=(),
            games=len(self.events),
            competitions=len(self.events),
            first_day=min(days, default=None),
            last_day=max(days, default=None),
        )


@dataclass(frozen=True, kw_only=True)
class RatedResults:
    """Head-to-head games, and the players' starting ratings."""

    starts: Mapping[Player, Start]
    games: Sequence[RatedGame]
    played: FirstMentions
    """All players who played, with line and column of their first game."""
    leagues: frozenset[str] = frozenset()
    """Names of tournaments that are leagues."""

    @cached_property
    def understood(self) -> InputSummary:
        """Return a summary of the results."""
        rated = {player for player, start in self.starts.items() if start.rating is not None}
        days = {game.day for game in self.games}
        return InputSummary(
            players=len(self.starts.keys() | self.played.keys()),
            newcomers=tuple(player for player in self.played if player not in rated),
            games=len(self.games),
            competitions=len({game.tournament for game in self.games}),
            first_day=min(days, default=None),
            last_day=max(days, default=None),
        )


NO_RESULTS = RatedResults(starts={}, games=(), played={})


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRules:
    """The requirements of a system on results."""

    discs: int | None = None
    """The required sum of both scores of a game; None if any sum is valid."""
    since: date = date.min
    """Earlier games are errors."""
    leagues: tuple[str, ...] = ()
    """Tournaments that are leagues: each is one tournament, however long its pauses."""


ANY_RESULTS = ResultRules()
"""No requirements."""


def read_calendar(
    file: TableFile, before: Calendar | None = None, *, new: Iterable[str] = ()
) -> Calendar:
    """Return the collective games of a file, after those of `before`.

    Similar names get a remark, unless they are in `new`.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    earlier = before or Calendar(events=())
    names = _names_of(earlier.played, new)
    events, firsts = read_events(file, names, before=earlier.events)
    _remark_on_disorder(file, [event.day for event in (*earlier.events, *events)])
    twins = [pair for pair in names.twins(earlier.played | firsts) if pair[0] not in earlier.played]
    _remark_on_twins(file, twins, firsts)
    remark_on_events(file, events)
    calendar = Calendar(events=(*earlier.events, *events), played=firsts | earlier.played)
    long_ago = calendar.played.keys() - _recent_players(calendar.events)
    _remark_on_unlisted(file, "long_ago", long_ago)
    return calendar


def _recent_players(events: Sequence[CalendarGame]) -> set[Player]:
    """Return the players of the latest games of each type, which are those that count."""
    players: set[Player] = set()
    for kind in FrsType:
        of_kind = sorted((event for event in events if event.kind is kind), key=attrgetter("day"))
        players.update(*(event.places for event in of_kind[-kind.window :]))
    return players


def read_results(
    source: TableFile | RatedResults | None,
    results: TableFile,
    *,
    new: Iterable[str] = (),
    rules: ResultRules = ANY_RESULTS,
    accepts_similar: bool = False,
) -> RatedResults:
    """Return the games of a file with their start: a file of ratings, or a history.

    Without a source all players are new; the games of a history are kept. A name similar to a known
    one is an error, unless it is in `new` or the caller accepts all such names. Two similar new
    names get a remark, as does a name that is several tournaments because of a pause.

    Raises:
        TableError: a file has errors; the exception lists all errors of the first such file.
    """
    history = source if isinstance(source, RatedResults) else NO_RESULTS
    ratings_file = source if isinstance(source, TableFile) else None
    known = dict.fromkeys((*history.starts, *history.played))
    names = _names_of(known, new)
    starts = history.starts if ratings_file is None else read_starts(ratings_file, names)
    new_games, firsts = read_games(
        results, names, discs=rules.discs, since=rules.since, before=history.games
    )
    games = [*history.games, *new_games]
    _remark_on_disorder(results, [game.day for game in games])
    similar: dict[Player, Player] = {}
    if source is not None:
        known |= dict.fromkeys(starts)
        similar = dict(names.strangers(known))
    if not accepts_similar:
        listed_in = SAVED if ratings_file is None else ratings_file.name
        refuse_similar(similar, results.name, firsts, listed_in)
    played = {player for game in games for player in (game.first, game.second)}
    newcomers = [player for player in firsts if player not in known]
    twins = [pair for pair in names.twins(newcomers) if pair[0] not in similar]
    _remark_on_twins(results, twins, firsts)
    _remark_on_unlisted(results, "byes_only", set(newcomers) - played)
    if ratings_file is not None:
        _remark_on_unlisted(ratings_file, "unplayed", _unrated(starts) - played)
    leagues = history.leagues | _leagues(
        results, rules.leagues, {game.tournament for game in games}
    )
    remark_on_tournaments(results, games, leagues, {game.tournament for game in new_games})
    firsts = {player: place for player, place in firsts.items() if player in played}
    return RatedResults(starts=starts, games=games, played=history.played | firsts, leagues=leagues)


def _names_of(known: Iterable[Player], new: Iterable[str]) -> Names:
    """Return the known names; names in `new` count as separate people."""
    names = Names(new)
    for player in known:
        names.player(player)
    return names


def _unrated(starts: Mapping[Player, Start]) -> set[Player]:
    return {player for player, start in starts.items() if start.rating is None}


def leagues_in(file: TableFile, games: Iterable[RatedGame]) -> frozenset[str]:
    """Return the leagues in a table of their names.

    Raises:
        TableError: the file is no such table, or a name belongs to no tournament.
    """
    faults = FileFaults(file.name)
    leagues = [name for _, (name,) in read_columns(file, faults, ("tournament",))]
    faults.check()
    return _leagues(file, leagues, {game.tournament for game in games})


def _leagues(
    file: TableFile, leagues: Iterable[str], tournaments: Collection[str]
) -> frozenset[str]:
    """Return the tournaments that are leagues, in the spelling of the results.

    Raises:
        TableError: a league is none of the tournaments.
    """
    spelling = {title_key(name): name for name in tournaments}
    spelt_leagues = set()
    for league in leagues:
        tournament = spelling.get(title_key(league))
        if tournament is None:
            file.fail("no_league", found=league)
        spelt_leagues.add(tournament)
    return frozenset(spelt_leagues)


def _remark_on_disorder(file: TableFile, days: Sequence[date]) -> None:
    """Add a remark if the file is not in order of date, because its own order applies."""
    for day, following in pairwise(days):
        if following < day:
            file.remark("disorder", day=f"{day}", earlier=f"{following}")
            return


def _remark_on_unlisted(file: TableFile, code: str, players: Iterable[Player]) -> None:
    """Add a remark on players in a file who will be on no list."""
    names = sorted(players)
    if names:
        file.remark(code, names=shortened(names))


def _remark_on_twins(
    file: TableFile, twins: Iterable[tuple[Player, Player]], firsts: FirstMentions
) -> None:
    """Add remarks on names that may be misspellings of one person's name."""
    pairs = list(twins)
    for name, similar in pairs[:SHOWN]:
        line, _ = firsts[name]
        if similar in firsts:
            file.remark("twins", line, found=name, near=similar, first=firsts[similar][0])
        else:
            file.remark("twin_saved", line, found=name, near=similar)
    if len(pairs) > SHOWN:
        file.remark("more_twins", count=len(pairs) - SHOWN)
