"""PFS: a player's tournaments, and the ratings that they give on a day (§1.2, §2).

Sums run along with the tournaments, so that a rating takes no longer after twenty years than after
two. Who meets whom, and the list of everybody, are in `pfs`.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MINYEAR, date, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.protocol import Player, Start
from engine.ratings.rounding import half_up
from engine.ratings.tournaments import Tournament

_YEARS = 2
_MOST = 200
_LISTED = 30
LEAST = 100
"""The least tournament rating, and what each game short of 30 counts (§2.2, 2.4)."""


class Selection(StrEnum):
    """Which tournaments of the period count where they hold more than 200 games."""

    LATEST = "latest"
    """The newest (§1.2)."""
    BEST = "best"
    """Those with the highest averages; in force since 6 May 2023."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A player's games in one tournament, or those before the first tournament given."""

    tournament: Tournament | None
    """None: games of which no more is known than their average; they count one by one."""
    last_day: date
    games: int
    scalps: Fraction | int
    """Their sum (§1.1)."""
    ratings: Mapping[Player, int]
    """Everybody's rating for the tournament."""

    @property
    def average(self) -> Fraction:
        """Return the rating these games alone would give."""
        return Fraction(self.scalps, self.games)

    def part(self, games: int) -> "Block":
        """Return so many of the games, at their average."""
        return Block(
            tournament=self.tournament,
            last_day=self.last_day,
            games=games,
            scalps=self.average * games,
            ratings=self.ratings,
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


def period(day: date) -> date:
    """Return the first day of the two years that end before a day (§1.2).

    Two years before a 29 February is a 28 February.
    """
    if (day.month, day.day) == (2, 29):
        day -= timedelta(days=1)
    return day.replace(year=max(MINYEAR, day.year - _YEARS))


class _Counted(NamedTuple):
    """The games that a rating is made of."""

    blocks: Sequence[int]
    """Numbers of the tournaments, oldest first."""
    before: int
    """How many of the games before the first tournament."""
    games: int
    scalps: Fraction | int
    is_listed: bool


class History:
    """A player's tournaments, oldest first, and what was played before them.

    Ratings are asked for by days that never go back.
    """

    __slots__ = ("_before", "_best", "_blocks", "_days", "_games", "_scalps", "_unknown")

    def __init__(self, start: Start, eve: date) -> None:
        """Take the games before those given as played on the eve of the first of them."""
        rating = Fraction(0) if start.rating is None else start.rating
        games = start.games if start.rating is not None else 0
        career = start.games if start.career_games is None else start.career_games
        self._before = Block(
            tournament=None, last_day=eve, games=games, scalps=games * rating, ratings={}
        )
        self._unknown = max(career - games, 0)
        """Games of the career of which nothing more is known."""
        self._blocks: list[Block] = []
        self._days: list[date] = []
        self._games = [0]
        """Of the tournaments before each, and of all of them in the end."""
        self._scalps = [0]
        """Likewise."""
        self._best = _ByAverage()

    def enter(self, block: Block) -> None:
        """Add a tournament; it did not end before any of those there are."""
        self._blocks.append(block)
        self._days.append(block.last_day)
        self._games.append(self._games[-1] + block.games)
        self._scalps.append(self._scalps[-1] + int(block.scalps))

    def rating(self, day: date, selection: Selection) -> tuple[Rating | None, bool]:
        """Return the rating on a day, if any game counts, and whether it is listed (§1.2, 2.1)."""
        counted = self._counted(day, selection)
        if not counted.games:
            return None, False
        terms = [self._blocks[number] for number in reversed(counted.blocks)]
        if counted.before:
            terms.append(self._before.part(counted.before))
        exact = Fraction(counted.scalps, counted.games)
        return Rating(exact=exact, games=counted.games, terms=tuple(terms)), counted.is_listed

    def tournament_rating(self, day: date, selection: Selection) -> int:
        """Return the rating for a tournament that begins on a day (§2)."""
        counted = self._counted(day, selection)
        if not counted.is_listed:
            return self._unlisted().rating
        # Half up, without the detour by a fraction: there is one to every player of a tournament.
        return max((2 * counted.scalps + counted.games) // (2 * counted.games), LEAST)

    def temporary(self, listed: Rating | None) -> Temporary | None:
        """Return the temporary rating, if the listed one, or none, does not serve (§2.2–2.4)."""
        if listed is None:
            return self._unlisted()
        if listed.rounded >= LEAST:
            return None
        return _temporary(Ground.BELOW, listed.terms)

    def _unlisted(self) -> Temporary:
        known = self._games[-1] + self._before.games
        career = known + self._unknown
        if not career:
            return _temporary(Ground.NEW, (), _LISTED)
        if career < _LISTED:
            return _temporary(Ground.FEW, tuple(self._newest()), _LISTED - known)
        return _temporary(Ground.DROPPED, tuple(self._newest()))

    def _newest(self) -> Iterator[Block]:
        """Yield the newest tournaments until their games reach 30 (§2.3)."""
        missing = _LISTED
        for block in reversed(self._blocks):
            if missing <= 0:
                return
            yield block
            missing -= block.games
        if missing > 0 and self._before.games:
            yield self._before.part(min(missing, self._before.games))

    def _counted(self, day: date, selection: Selection) -> _Counted:
        """Return what of the period counts (§1.2)."""
        begin = period(day)
        first = bisect_left(self._days, begin)
        before = self._before.games if self._before.last_day >= begin else 0
        total = self._games[-1] - self._games[first] + before
        is_listed = total >= _LISTED
        if total > _MOST and selection is Selection.BEST:
            best = self._best.choose(self._blocks, first, self._before, before)
            return self._with_before(*best, is_listed=is_listed)
        latest = self._first_of_latest(first)
        games = self._games[-1] - self._games[latest]
        scalps = self._scalps[-1] - self._scalps[latest]
        before = min(before, max(_MOST - games, 0)) if latest == first else 0
        blocks = range(latest, len(self._blocks))
        return self._with_before(blocks, games, scalps, before, is_listed=is_listed)

    def _first_of_latest(self, first: int) -> int:
        """Return where the newest tournaments begin whose games do not exceed 200.

        The very newest counts in any case.
        """
        end = len(self._blocks)
        if first == end:
            return end
        return min(bisect_left(self._games, self._games[-1] - _MOST, first), end - 1)

    def _with_before(
        self, blocks: Sequence[int], games: int, scalps: int, before: int, *, is_listed: bool
    ) -> _Counted:
        """Add so many of the games before the first tournament."""
        if not before:
            return _Counted(blocks, 0, games, scalps, is_listed)
        old = self._before.average * before
        return _Counted(blocks, before, games + before, scalps + old, is_listed)


class _Ranked(NamedTuple):
    """A tournament among those of a period, by its average."""

    rounded: float
    """The average. Rounded, averages keep their order, and compare faster."""
    average: Fraction
    number: int
    games: int
    scalps: int


class _ByAverage:
    """The tournaments of a period, kept in the order of their averages."""

    __slots__ = ("_end", "_first", "_ranked")

    def __init__(self) -> None:
        self._first = self._end = 0
        """Tournaments from here to there are in order."""
        self._ranked: list[_Ranked] = []

    def choose(
        self, blocks: Sequence[Block], first: int, before: Block, most_before: int
    ) -> tuple[list[int], int, int, int]:
        """Return which tournaments from the first on are left, their games and scalps.

        And how many of the games before. The lowest averages are dropped until 200 games or fewer
        are left, of equal averages the older first; the best tournament stays in any case.
        """
        self._bring_up_to_date(blocks, first)
        chosen: list[int] = []
        room, sum_, old = _MOST, 0, 0
        waits = most_before > 0
        for _, average, number, games, scalps in reversed(self._ranked):
            if waits and before.average > average:
                waits, old = False, min(most_before, max(room, 0))
                room -= old
            if games > room and (chosen or old):
                break
            chosen.append(number)
            room -= games
            sum_ += scalps
        else:
            if waits:
                old = min(most_before, max(room, 0))
                room -= old
        return sorted(chosen), _MOST - room - old, sum_, old

    def _bring_up_to_date(self, blocks: Sequence[Block], first: int) -> None:
        """Leave out what is before the first tournament, and take in what has come since."""
        for number in range(self._first, min(first, self._end)):
            del self._ranked[bisect_left(self._ranked, _ranked(blocks[number], number))]
        for number in range(max(first, self._end), len(blocks)):
            insort(self._ranked, _ranked(blocks[number], number))
        self._first, self._end = first, len(blocks)


def _ranked(block: Block, number: int) -> _Ranked:
    average = block.average
    return _Ranked(float(average), average, number, block.games, int(block.scalps))


def _temporary(ground: Ground, blocks: tuple[Block, ...], padding: int = 0) -> Temporary:
    games = sum(block.games for block in blocks) + padding
    scalps = sum(block.scalps for block in blocks) + padding * LEAST
    exact = Fraction(scalps, games) if games else Fraction(LEAST)
    return Temporary(
        ground=ground,
        rating=max(half_up(exact), LEAST),
        exact=exact,
        terms=blocks,
        padding=padding,
    )
