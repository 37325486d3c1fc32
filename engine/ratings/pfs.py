"""PFS: the Polish federation's ranking by Hollington's method, and tournament ratings.

The text is the "Regulamin rankingowy" in force from 3 August 2015; "§" below means its paragraphs.
Whether a tournament may be rated at all (§4) is `pfs_check`.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import MINYEAR, date, timedelta
from enum import StrEnum
from fractions import Fraction

from engine.ratings.protocol import Game, Player, Start
from engine.ratings.rounding import half_up
from engine.ratings.tournaments import Tournament, tournaments

KEY = "pfs"
_BONUS = 50
_YEARS = 2
_MOST = 200
_LISTED = 30
_LEAST = 100
"""The least tournament rating, and what each game short of 30 counts (§2.2, 2.4)."""


class Selection(StrEnum):
    """Which tournaments of the period count where they hold more than 200 games."""

    LATEST = "latest"
    """The newest (§1.2)."""
    BEST = "best"
    """Those with the highest averages; in force since 6 May 2023."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """What is rated, and the date of the list."""

    starts: Mapping[Player, Start]
    """Who is missing here is new."""
    games: Sequence[Game]
    day: date
    selection: Selection = Selection.LATEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A player's games in one tournament, or those before the first tournament given."""

    tournament: Tournament | None
    """None: games of which no more is known than their average; they count one by one."""
    last_day: date
    games: int
    scalps: Fraction | int
    """Their sum (§1.1)."""

    @property
    def average(self) -> Fraction:
        """Return the rating these games alone would give."""
        return Fraction(self.scalps, self.games) if self.games else Fraction()

    def part(self, games: int) -> "Block":
        """Return so many of the games, at their average."""
        return Block(
            tournament=self.tournament,
            last_day=self.last_day,
            games=games,
            scalps=self.average * games,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating and the tournaments it was made of."""

    exact: Fraction
    """The sum of scalps by the number of games."""
    games: int
    """Those counted."""
    terms: tuple[Block, ...]
    """Newest first."""

    @property
    def rounded(self) -> int:
        """Return it rounded half up, as it is listed (§1.1)."""
        return half_up(self.exact)


class Ground(StrEnum):
    """Why a player has a temporary rating instead of a listed one."""

    BELOW = "below"
    """Listed below 100 (§2.2)."""
    NEW = "new"
    """No rated game yet (§2.2)."""
    DROPPED = "dropped"
    """30 games or more, but not on the list (§2.3)."""
    FEW = "few"
    """1 to 29 games: made up to 30 with scalps of 100 (§2.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Temporary:
    """The rating a player has for the next tournament where the list's does not serve (§2)."""

    ground: Ground
    rating: int
    """Rounded half up, and at least 100."""
    exact: Fraction
    """Before that."""
    terms: tuple[Block, ...]
    """Newest first."""
    padding: int
    """How many scalps of 100 were added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The list of a date, those waiting for it, and temporary ratings."""

    listed: Mapping[Player, Rating]
    """By exact rating."""
    places: Mapping[Player, int]
    """Equal exact ratings share the better place."""
    waiting: Mapping[Player, Rating]
    """With fewer than 30 games in the period."""
    temporary: Mapping[Player, Temporary]
    """For a tournament that begins on the list's date."""


def rate(season: Season) -> Ranking:
    """Return the list of a date: of tournaments that ended before it, and not over 2 years before.

    A tournament is rated by the list of the day on which it begins.
    """
    histories = _histories(season)
    listed: dict[Player, Rating] = {}
    waiting: dict[Player, Rating] = {}
    temporary: dict[Player, Temporary] = {}
    for player, history in histories.items():
        rating, is_listed = history.rating(season.day, season.selection)
        if rating is not None:
            (listed if is_listed else waiting)[player] = rating
        found = history.temporary(rating if is_listed else None)
        if found is not None:
            temporary[player] = found
    listed = _by_rating(listed)
    return Ranking(
        listed=listed,
        places=_places(listed),
        waiting=_by_rating(waiting),
        temporary=dict(sorted(temporary.items())),
    )


def period(day: date) -> date:
    """Return the first day of the two years that end before a day (§1.2).

    Two years before a 29 February is a 28 February.
    """
    if (day.month, day.day) == (2, 29):
        day -= timedelta(days=1)
    return day.replace(year=max(MINYEAR, day.year - _YEARS))


def _by_rating(ratings: Mapping[Player, Rating]) -> dict[Player, Rating]:
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].exact, row[0])))


def _places(listed: Mapping[Player, Rating]) -> dict[Player, int]:
    places: dict[Player, int] = {}
    place, exact = 0, None
    for number, (player, rating) in enumerate(listed.items(), 1):
        if rating.exact != exact:
            place, exact = number, rating.exact
        places[player] = place
    return places


def _histories(season: Season) -> dict[Player, "_History"]:
    """Return what everybody has played before the season's day, each game at its scalp (§1.1)."""
    played = [one for one in tournaments(season.games) if one.last_day < season.day]
    eve = min((one.first_day for one in played), default=season.day) - timedelta(days=1)
    histories = {player: _History(start, eve) for player, start in season.starts.items()}
    rated: list[tuple[date, int, dict[Player, Block]]] = []
    for number, one in enumerate(sorted(played, key=lambda one: one.first_day)):
        while rated and rated[0][0] < one.first_day:
            _enter(heapq.heappop(rated)[2], histories)
        for player in one.players:
            if player not in histories:
                histories[player] = _History(Start(), eve)
        ratings = {
            player: histories[player].tournament_rating(one.first_day, season.selection)
            for player in one.players
        }
        heapq.heappush(rated, (one.last_day, number, _blocks(one, ratings)))
    while rated:
        _enter(heapq.heappop(rated)[2], histories)
    return histories


def _enter(blocks: Mapping[Player, Block], histories: Mapping[Player, "_History"]) -> None:
    for player, block in blocks.items():
        histories[player].blocks.append(block)


def _blocks(one: Tournament, ratings: Mapping[Player, int]) -> dict[Player, Block]:
    """Return everybody's scalps of a tournament: the opponent's rating, ± 50 (§1.1)."""
    scalps = dict.fromkeys(ratings, 0)
    counts = dict.fromkeys(ratings, 0)
    for _, _, _, first, second, own, other in one.games:
        bonus = _BONUS if own > other else -_BONUS if own < other else 0
        scalps[first] += ratings[second] + bonus
        scalps[second] += ratings[first] - bonus
        counts[first] += 1
        counts[second] += 1
    return {
        player: Block(
            tournament=one, last_day=one.last_day, games=counts[player], scalps=scalps[player]
        )
        for player in ratings
    }


class _History:
    """A player's tournaments, oldest first, and what was played before them."""

    __slots__ = ("before", "blocks")

    def __init__(self, start: Start, eve: date) -> None:
        """Take the games before those given as played on the eve of the first of them."""
        known = start.rating is not None
        games = start.games if known else 0
        scalps = start.games * start.rating if start.rating is not None else 0
        career = start.games if start.career_games is None else start.career_games
        self.before = max(career - games, 0)
        """Games of the career of which nothing more is known."""
        self.blocks: list[Block] = []
        if games:
            self.blocks.append(Block(tournament=None, last_day=eve, games=games, scalps=scalps))

    def rating(self, day: date, selection: Selection) -> tuple[Rating | None, bool]:
        """Return the rating on a day, if any game counts, and whether it is listed (§1.2, 2.1)."""
        first = period(day)
        blocks = []
        games = 0
        for block in reversed(self.blocks):
            if block.last_day < first:
                break
            blocks.append(block)
            games += block.games
        if not games:
            return None, False
        is_listed = games >= _LISTED
        if games > _MOST:
            blocks = _latest(blocks) if selection is Selection.LATEST else _best(blocks)
        return _rating(blocks), is_listed

    def tournament_rating(self, day: date, selection: Selection) -> int:
        """Return the rating for a tournament that begins on a day (§2)."""
        rating, is_listed = self.rating(day, selection)
        temporary = self.temporary(rating if is_listed else None)
        if temporary is not None:
            return temporary.rating
        if rating is None:
            raise AssertionError
        return rating.rounded

    def temporary(self, listed: Rating | None) -> Temporary | None:
        """Return the temporary rating, if the listed one, or none, does not serve (§2.2–2.4)."""
        if listed is not None:
            if listed.rounded >= _LEAST:
                return None
            return _temporary(Ground.BELOW, listed.terms)
        known = sum(block.games for block in self.blocks)
        career = known + self.before
        if not career:
            return _temporary(Ground.NEW, (), _LISTED)
        if career < _LISTED:
            return _temporary(Ground.FEW, tuple(reversed(self.blocks)), _LISTED - known)
        return _temporary(Ground.DROPPED, tuple(_newest(reversed(self.blocks))))


def _rating(blocks: Sequence[Block]) -> Rating:
    games = sum(block.games for block in blocks)
    scalps = sum(block.scalps for block in blocks)
    return Rating(exact=Fraction(scalps, games), games=games, terms=tuple(blocks))


def _temporary(ground: Ground, blocks: tuple[Block, ...], padding: int = 0) -> Temporary:
    games = sum(block.games for block in blocks) + padding
    scalps = sum(block.scalps for block in blocks) + padding * _LEAST
    exact = Fraction(scalps, games) if games else Fraction(_LEAST)
    return Temporary(
        ground=ground,
        rating=max(half_up(exact), _LEAST),
        exact=exact,
        terms=blocks,
        padding=padding,
    )


def _latest(blocks: Iterable[Block]) -> list[Block]:
    """Return the newest tournaments whose games do not exceed 200, the very newest in any case."""
    chosen: list[Block] = []
    room = _MOST
    for block in blocks:
        if block.games > room:
            if block.tournament is None and room:
                chosen.append(block.part(room))
            elif not chosen:
                chosen.append(block)
            break
        chosen.append(block)
        room -= block.games
    return chosen


def _best(blocks: Sequence[Block]) -> list[Block]:
    """Return what is left once the lowest averages are dropped, of equal ones the older first.

    The best tournament stays in any case.
    """
    excess = sum(block.games for block in blocks) - _MOST
    ascending = sorted(blocks, key=lambda block: (block.average, block.last_day))
    while excess > 0 and (len(ascending) > 1 or ascending[0].tournament is None):
        worst = ascending.pop(0)
        if worst.tournament is None and worst.games > excess:
            ascending.insert(0, worst.part(worst.games - excess))
        excess -= worst.games
    return sorted(ascending, key=lambda block: block.last_day, reverse=True)


def _newest(blocks: Iterable[Block]) -> Iterable[Block]:
    """Yield the newest tournaments until their games reach 30 (§2.3)."""
    missing = _LISTED
    for block in blocks:
        if missing <= 0:
            return
        yield block.part(missing) if block.tournament is None and block.games > missing else block
        missing -= block.games
