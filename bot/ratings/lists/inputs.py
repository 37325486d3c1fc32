"""The inputs of a rating system: read from files, checked together, and summarised."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from bot.documents.tables.columns import read_columns
from bot.documents.tables.events import read_events
from bot.documents.tables.faults import FileFaults, listed
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.games import read_games
from bot.documents.tables.names import FirstMentions, Names, fold
from bot.documents.tables.players import check_strangers, read_starts
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The requirements of a system on results."""

    discs: int | None = None
    """The required sum of both scores of a game; None if any sum is valid."""
    since: date = date.min
    """Earlier games are errors."""
    leagues: tuple[str, ...] = ()
    """Tournaments that are leagues: each is one tournament, however long its pauses."""


ANYTHING = Expected()


def read_calendar(
    file: TableFile, before: Calendar | None = None, *, new: Iterable[str] = ()
) -> Calendar:
    """Return the collective games of a file, after those of `before`.

    Similar names get a remark, unless they are in `new`.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    known, names = before or Calendar(events=()), Names(new)
    for player in known.played:
        names.player(player)
    events, firsts = read_events(file, names, before=known.events)
    _remark_on_disorder(file, [event.day for event in (*known.events, *events)])
    twins = [pair for pair in names.twins(known.played | firsts) if pair[0] not in known.played]
    _remark_on_twins(file, twins, firsts)
    remark_on_events(file, events)
    whole = Calendar(events=(*known.events, *events), played=firsts | known.played)
    _remark_on_unlisted(file, "long_ago", whole.played.keys() - _lately(whole.events))
    return whole


def _lately(events: Sequence[CalendarGame]) -> set[Player]:
    """Return the players of the latest games of each type, which are those that count."""
    found: set[Player] = set()
    for kind in FrsType:
        own = sorted((event for event in events if event.kind is kind), key=attrgetter("day"))
        found.update(*(event.places for event in own[-kind.window :]))
    return found


def read_results(
    source: TableFile | RatedResults | None,
    results: TableFile,
    *,
    new: Iterable[str] = (),
    expected: Expected = ANYTHING,
) -> RatedResults:
    """Return the games of a file with their start: a file of ratings, or a history.

    Without a source all players are new; the games of a history are kept. A name similar to a known
    one is an error, unless it is in `new`. Two similar new names get a remark, as does a name that
    is several tournaments because of a pause.

    Raises:
        TableError: a file has errors; the exception lists all errors of the first such file.
    """
    known = (
        source if isinstance(source, RatedResults) else RatedResults(starts={}, games=(), played={})
    )
    players = source if isinstance(source, TableFile) else None
    everybody = dict.fromkeys((*known.starts, *known.played))
    names = _names_of(everybody, new)
    starts = known.starts if players is None else read_starts(players, names)
    own, firsts = read_games(
        results, names, discs=expected.discs, since=expected.since, before=known.games
    )
    games = [*known.games, *own]
    _remark_on_disorder(results, [game.day for game in games])
    if source is not None:
        listed_in = SAVED if players is None else players.name
        everybody |= dict.fromkeys(starts)
        check_strangers(names, everybody, results.name, firsts, listed_in)
    played = {player for game in games for player in (game.first, game.second)}
    newcomers = [player for player in firsts if player not in everybody]
    _remark_on_twins(results, names.twins(newcomers), firsts)
    _remark_on_unlisted(results, "byes_only", set(newcomers) - played)
    if players is not None:
        _remark_on_unlisted(players, "unplayed", _unrated(starts) - played)
    firsts = known.played | {player: place for player, place in firsts.items() if player in played}
    leagues = known.leagues | _leagues(
        results, expected.leagues, {game.tournament for game in games}
    )
    remark_on_tournaments(results, games, leagues, {game.tournament for game in own})
    return RatedResults(starts=starts, games=games, played=firsts, leagues=leagues)


def _names_of(everybody: Iterable[Player], new: Iterable[str]) -> Names:
    """Return the known names; names in `new` count as separate people."""
    names = Names(new)
    for player in everybody:
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
    wanted = [name for _, (name,) in read_columns(file, faults, ("tournament",))]
    faults.check()
    return _leagues(file, wanted, {game.tournament for game in games})


def _leagues(file: TableFile, wanted: Iterable[str], names: Collection[str]) -> frozenset[str]:
    """Return the tournaments that are leagues, in the spelling of the results."""
    spelt = {fold(name): name for name in names}
    found = {name: spelt.get(fold(name)) for name in wanted}
    for name, tournament in found.items():
        if tournament is None:
            file.fail("no_league", found=name)
    return frozenset(filter(None, found.values()))


def _remark_on_disorder(file: TableFile, days: Sequence[date]) -> None:
    """Add a remark if the file is not in order of date, because its own order applies."""
    later = next(((one, other) for one, other in pairwise(days) if other < one), None)
    if later is not None:
        file.remark("disorder", day=f"{later[0]}", earlier=f"{later[1]}")


def _remark_on_unlisted(file: TableFile, code: str, players: Iterable[Player]) -> None:
    """Add a remark on players in a file who will be on no list."""
    names = sorted(players)
    if names:
        file.remark(code, names=listed(names))


def _remark_on_twins(
    file: TableFile, twins: Iterable[tuple[Player, Player]], firsts: FirstMentions
) -> None:
    """Add remarks on names that may be misspellings of one person's name."""
    pairs = list(twins)
    for one, other in pairs[:SHOWN]:
        line, _ = firsts[one]
        if other in firsts:
            file.remark("twins", line, found=one, near=other, first=firsts[other][0])
        else:
            file.remark("twin_saved", line, found=one, near=other)
    if len(pairs) > SHOWN:
        file.remark("more_twins", count=len(pairs) - SHOWN)
