"""KOTH where nobody need meet again: the best round, found player by player from the leader down.

Where a round has neither a repeat nor a pair of one club more than must be, all such rounds are the
perfect matchings of one graph: who may meet whom. Of these the best is made greedily; after every
choice a matching of those who are left is at hand that proves the rest can be paired. Players are
numbers, by rank; a set of them is a whole number, a bit each. Why this is right:
docs/design/cnis-pairings.md.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_ALONE: Final = -1


def nearest_pairs(
    met: Sequence[Collection[int]], clubs: Sequence[str], byes: Sequence[int]
) -> set[tuple[int, int]] | None:
    """Return the pairs of the best round without repeats; None where every round has one.

    It has as few pairs of one club as `least` says; None also where met opponents leave no round
    with so few. The arguments say of each player, the leader first: whom he has met, his club
    (empty: he may meet anybody), how many byes he has had.
    """
    size = len(met)
    allowed, crowds = _graph(met, clubs)
    left = _Left(allowed, crowds)
    if not left.complete():
        return None
    found: set[tuple[int, int]] = set()
    if size % 2:
        lowest = sorted(range(size), key=lambda player: (byes[player], -player))
        next(player for player in lowest if left.settle(size, player))
    for high in range(size):
        if left.mask >> high & 1:
            low = next(low for low in _bits(allowed[high] & left.mask) if left.settle(high, low))
            found.add((high, low))
    return found


def _graph(met: Sequence[Collection[int]], clubs: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return whom each may meet, and the groups within which nobody may.

    Of an odd number the bye is one more, of a club of its own. With n seats and m of the largest
    club, each pair of that club beyond m - n/2 can be avoided: m ≤ n/2, and no clubmates meet;
    m > n/2, and everybody else meets one of them.
    """
    size = len(met)
    seats = size + size % 2
    everybody = (1 << seats) - 1
    members: defaultdict[str, int] = defaultdict(int)
    for player, club in enumerate(clubs):
        if club:
            members[club] |= 1 << player
    crowds = [mask for mask in members.values() if mask.bit_count() > 1]
    largest = max(crowds, key=int.bit_count, default=0)
    if 2 * largest.bit_count() > seats:
        crowds = [everybody ^ largest]
    allowed = [everybody ^ 1 << seat for seat in range(seats)]
    for player, opponents in enumerate(met):
        for opponent in opponents:
            allowed[player] &= ~(1 << opponent)
    for crowd in crowds:
        for seat in _bits(crowd):
            allowed[seat] &= ~crowd
    return allowed, crowds


def _bits(mask: int) -> Iterator[int]:
    """Yield who is in a set, the highest in rank first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Left:
    """Those who are left to be paired, and a way to pair them all."""

    def __init__(self, allowed: Sequence[int], crowds: Sequence[int]) -> None:
        self.allowed = allowed
        self.crowds = crowds
        self.mask = (1 << len(allowed)) - 1
        self.mates = [_ALONE] * len(allowed)

    def complete(self) -> bool:
        """Pair everybody in some way; return whether there is one."""
        alone = self.mask
        for seat in range(len(self.allowed)):
            near = self.allowed[seat] & alone
            if alone >> seat & 1 and near:
                other = next(_bits(near))
                self._join(seat, other)
                alone &= ~(1 << seat | 1 << other)
        return all(self.mates[seat] != _ALONE or self._augment(seat) for seat in _bits(alone))

    def settle(self, one: int, other: int) -> bool:
        """Pair the two for good; return whether the others can then be paired."""
        rest = self.mask & ~(1 << one | 1 << other)
        if not self.allowed[one] >> other & 1:
            return False
        if any(2 * (crowd & rest).bit_count() > rest.bit_count() for crowd in self.crowds):
            return False
        first, second = self.mates[one], self.mates[other]
        before, self.mask = self.mask, rest
        if first != other and not self._reunited(first, second):
            self._join(one, first)
            self._join(other, second)
            self.mask = before
            return False
        return True

    def _reunited(self, one: int, other: int) -> bool:
        """Give mates to the two whose mates are gone; return whether it could be done."""
        if self.allowed[one] >> other & 1:
            self._join(one, other)
            return True
        # Nearly always some pair can take in both; if not, a longer way has to be looked for.
        for seat in _bits(self.allowed[one] & self.mask & ~(1 << other)):
            mate = self.mates[seat]
            if self.allowed[other] >> mate & 1:
                self._join(one, seat)
                self._join(other, mate)
                return True
        self.mates[one] = self.mates[other] = _ALONE
        return self._augment(one)

    def _join(self, one: int, other: int) -> None:
        self.mates[one], self.mates[other] = other, one

    def _augment(self, root: int) -> bool:
        """Find somebody else who is alone, by an alternating path, and pair along it (Edmonds)."""
        tree = _Tree(self, root)
        end = tree.grown()
        while end != _ALONE:
            before = tree.parents[end]
            following = self.mates[before]
            self._join(end, before)
            end = following
        return self.mates[root] != _ALONE


class _Tree:
    """Alternating paths from one who is alone, odd circles shrunk to their base."""

    def __init__(self, left: _Left, root: int) -> None:
        size = len(left.allowed)
        self.left = left
        self.root = root
        self.bases = list(range(size))
        self.parents = [_ALONE] * size
        """Through whom each was reached at an odd distance."""
        self.even = 1 << root
        """Who was reached at an even distance."""
        self.queue = [root]

    def grown(self) -> int:
        """Return who else is alone and can be reached; -1: nobody."""
        left, mates = self.left, self.left.mates
        for seat in self.queue:  # it grows meanwhile
            for other in _bits(left.allowed[seat] & left.mask):
                if self.bases[seat] == self.bases[other] or mates[seat] == other:
                    continue
                if self.even >> other & 1:
                    self._shrink(seat, other)
                elif self.parents[other] == _ALONE:
                    self.parents[other] = seat
                    if mates[other] == _ALONE:
                        return other
                    self._reach(mates[other])
        return _ALONE

    def _reach(self, seat: int) -> None:
        if not self.even >> seat & 1:
            self.even |= 1 << seat
            self.queue.append(seat)

    def _shrink(self, one: int, other: int) -> None:
        """Take the circle that two at even distances close for one."""
        base = self._common_base(one, other)
        circle: set[int] = set()
        self._mark(one, base, other, circle)
        self._mark(other, base, one, circle)
        for seat in range(len(self.bases)):
            if self.bases[seat] in circle:
                self.bases[seat] = base
                self._reach(seat)

    def _common_base(self, one: int, other: int) -> int:
        mates, seen = self.left.mates, set[int]()
        while True:
            one = self.bases[one]
            seen.add(one)
            if mates[one] == _ALONE:
                break
            one = self.parents[mates[one]]
        while self.bases[other] not in seen:
            other = self.parents[mates[self.bases[other]]]
        return self.bases[other]

    def _mark(self, seat: int, base: int, child: int, circle: set[int]) -> None:
        """Note the way from one of the circle to its base, both ways round."""
        mates = self.left.mates
        while self.bases[seat] != base:
            circle |= {self.bases[seat], self.bases[mates[seat]]}
            self.parents[seat] = child
            child = mates[seat]
            seat = self.parents[child]
