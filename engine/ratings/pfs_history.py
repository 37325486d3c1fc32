"""PFS: a player's tournaments, and their rating on a day (§1.2, §2).

Running sums make a rating as fast after twenty years as after two. `pfs` has the whole list.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from datetime import MINYEAR, date, timedelta
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.pfs_values import (
    LEAST_RATING,
    MOST_GAMES,
    Ground,
    PfsBlock,
    PfsRating,
    Selection,
    TemporaryRating,
)
from engine.ratings.protocol import Start
from engine.rounding import half_up

_YEARS = 2
_LISTED = 30
"""The least games of the two years for a place on the list (§1.2)."""


def period(day: date) -> date:
    """Return the first day of the two years that end before a day (§1.2).

    Two years before a 29 February is a 28 February.
    """
    if (day.month, day.day) == (2, 29):
        day -= timedelta(days=1)
    return day.replace(year=max(MINYEAR, day.year - _YEARS))


class _Counted(NamedTuple):
    """The games that form a rating."""

    blocks: Sequence[int]
    """The numbers of the tournaments, oldest first."""
    before: int
    """The number of counted games before the first recorded tournament."""
    games: int
    scalps: Fraction | int
    is_listed: bool


class History:
    """A player's tournaments, oldest first, and the games before them.

    Callers must ask for ratings in the order of days.
    """

    __slots__ = ("_before", "_best", "_blocks", "_days", "_games", "_scalps", "_unknown")

    def __init__(self, start: Start, eve: date) -> None:
        """Count earlier games as played on the day before the first recorded tournament."""
        rating = Fraction(0) if start.rating is None else start.rating
        games = start.games if start.rating is not None else 0
        career = start.games if start.career_games is None else start.career_games
        self._before = PfsBlock(
            tournament=None, last_day=eve, games=games, scalps=games * rating, ratings={}
        )
        self._unknown = max(career - games, 0)
        """The number of career games without any further data."""
        self._blocks: list[PfsBlock] = []
        self._days: list[date] = []
        self._games = [0]
        """The number of games before each tournament, and in all as the last item."""
        self._scalps = [0]
        """The sum of scalps in the same form."""
        self._best = ByAverage()

    def enter(self, block: PfsBlock) -> None:
        """Add a tournament, which must not end before an earlier one."""
        self._blocks.append(block)
        self._days.append(block.last_day)
        self._games.append(self._games[-1] + block.games)
        self._scalps.append(self._scalps[-1] + int(block.scalps))

    def rating(self, day: date, selection: Selection) -> tuple[PfsRating | None, bool]:
        """Return the rating on a day (None without games), and whether it is listed (§1.2, 2.1)."""
        counted = self._counted(day, selection)
        if not counted.games:
            return None, False
        terms = [self._blocks[number] for number in reversed(counted.blocks)]
        if counted.before:
            terms.append(self._before.part(counted.before))
        exact = Fraction(counted.scalps, counted.games)
        return PfsRating(exact=exact, games=counted.games, terms=tuple(terms)), counted.is_listed

    def tournament_rating(self, day: date, selection: Selection) -> int:
        """Return the rating for a tournament that begins on a day (§2)."""
        counted = self._counted(day, selection)
        if not counted.is_listed:
            return self._unlisted().rating
        # Half up in whole numbers, which is faster; it runs for every player of a tournament.
        return max((2 * counted.scalps + counted.games) // (2 * counted.games), LEAST_RATING)

    def temporary(self, listed: PfsRating | None) -> TemporaryRating | None:
        """Return the temporary rating; None if the listed one is sufficient (§2.2–2.4)."""
        if listed is None:
            return self._unlisted()
        if listed.rounded >= LEAST_RATING:
            return None
        return _temporary(Ground.BELOW, listed.terms)

    def _unlisted(self) -> TemporaryRating:
        known = self._games[-1] + self._before.games
        career = known + self._unknown
        if not career:
            return _temporary(Ground.NEW, (), _LISTED)
        if career < _LISTED:
            return _temporary(Ground.FEW, tuple(self._newest()), _LISTED - known)
        return _temporary(Ground.DROPPED, tuple(self._newest()))

    def _newest(self) -> Iterator[PfsBlock]:
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
        """Return the games of the period that count (§1.2)."""
        begin = period(day)
        first = bisect_left(self._days, begin)
        before = self._before.games if self._before.last_day >= begin else 0
        total = self._games[-1] - self._games[first] + before
        is_listed = total >= _LISTED
        if total > MOST_GAMES and selection is Selection.BEST:
            best = self._best.choose(self._blocks, first, self._before, before)
            return self._with_before(*best, is_listed=is_listed)
        latest = self._first_of_latest(first)
        games = self._games[-1] - self._games[latest]
        scalps = self._scalps[-1] - self._scalps[latest]
        before = min(before, max(MOST_GAMES - games, 0)) if latest == first else 0
        blocks = range(latest, len(self._blocks))
        return self._with_before(blocks, games, scalps, before, is_listed=is_listed)

    def _first_of_latest(self, first: int) -> int:
        """Return the index of the first of the newest tournaments with at most 200 games together.

        The newest tournament always counts.
        """
        end = len(self._blocks)
        if first == end:
            return end
        return min(bisect_left(self._games, self._games[-1] - MOST_GAMES, first), end - 1)

    def _with_before(
        self, blocks: Sequence[int], games: int, scalps: int, before: int, *, is_listed: bool
    ) -> _Counted:
        """Return the counted games, with so many games before the first recorded tournament."""
        if not before:
            return _Counted(blocks, 0, games, scalps, is_listed)
        old = self._before.average * before
        return _Counted(blocks, before, games + before, scalps + old, is_listed)


def _temporary(ground: Ground, blocks: tuple[PfsBlock, ...], padding: int = 0) -> TemporaryRating:
    games = sum(block.games for block in blocks) + padding
    scalps = sum(block.scalps for block in blocks) + padding * LEAST_RATING
    exact = Fraction(scalps, games) if games else Fraction(LEAST_RATING)
    return TemporaryRating(
        ground=ground,
        rating=max(half_up(exact), LEAST_RATING),
        exact=exact,
        terms=blocks,
        padding=padding,
    )


class _Ranked(NamedTuple):
    """A tournament of a period, sorted by its average."""

    rounded: float
    """The rounded average. Rounding keeps the order and makes comparison faster."""
    average: Fraction
    number: int
    games: int
    scalps: int


class ByAverage:
    """The tournaments of a period, sorted by average."""

    __slots__ = ("_end", "_first", "_ranked")

    def __init__(self) -> None:
        self._first = self._end = 0
        """The range of tournaments that are in the sorted list."""
        self._ranked: list[_Ranked] = []

    def choose(
        self, blocks: Sequence[PfsBlock], first: int, before: PfsBlock, most_before: int
    ) -> tuple[list[int], int, int, int]:
        """Return the chosen tournaments, their games and scalps, and the earlier games chosen.

        The lowest averages are dropped until at most 200 games are left; of equal averages the
        older goes first. The best tournament always stays.
        """
        self._bring_up_to_date(blocks, first)
        chosen: list[int] = []
        # The games before the first recorded tournament count like one with their own average.
        room, sum_, old = MOST_GAMES, 0, 0
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
        return sorted(chosen), MOST_GAMES - room - old, sum_, old

    def _bring_up_to_date(self, blocks: Sequence[PfsBlock], first: int) -> None:
        """Remove tournaments before number `first`, and add new ones."""
        for number in range(self._first, min(first, self._end)):
            del self._ranked[bisect_left(self._ranked, _ranked(blocks[number], number))]
        for number in range(max(first, self._end), len(blocks)):
            insort(self._ranked, _ranked(blocks[number], number))
        self._first, self._end = first, len(blocks)


def _ranked(block: PfsBlock, number: int) -> _Ranked:
    average = block.average
    return _Ranked(float(average), average, number, block.games, int(block.scalps))
