"""KOTH rounds without repeats: the best round, found player by player from the leader down.

Rounds without repeats and with the fewest pairs of one club are the perfect matchings of a graph of
allowed pairs. The best is built greedily. After every choice the search keeps a matching of the
other players, as proof that they can be paired. Players are numbers by rank; a set of players is a
whole number with one bit each. docs/design/cnis-pairings.md has the proof.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_ALONE: Final = -1
"""Where a player's number is expected: nobody."""


def nearest_pairs(
    met: Sequence[Collection[int]], clubs: Sequence[str], byes: Sequence[int]
) -> set[tuple[int, int]] | None:
    """Return the pairs of the best round without repeats; None if every round has a repeat.

    The round has the fewest pairs of one club that the sizes of the clubs allow; None also if no
    round without repeats has so few. A player in no pair has the bye. The arguments have the
    opponents met, the club ("": none) and the number of byes of each player, the leader first.
    """
    size = len(met)
    allowed, crowds = _graph(met, clubs)
    unsettled = _Unsettled(allowed, crowds)
    if not unsettled.complete():
        return None
    pairs: set[tuple[int, int]] = set()
    if size % 2:  # the bye is seat `size`, for the lowest player with the fewest byes
        lowest = sorted(range(size), key=lambda player: (byes[player], -player))
        next(player for player in lowest if unsettled.settle(size, player))
    for high in range(size):
        if unsettled.mask >> high & 1:
            near = _bits(allowed[high] & unsettled.mask)
            low = next(low for low in near if unsettled.settle(high, low))
            pairs.add((high, low))
    return pairs


def _graph(met: Sequence[Collection[int]], clubs: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the allowed opponents of each player, and the sets of players who must not meet.

    With an odd number of players the bye is one more seat with a club of its own. Let n be the
    number of seats and m the size of the largest club. If m ≤ n/2, no clubmates need meet. If m >
    n/2, exactly m - n/2 pairs of that club must meet, and every other player meets a member.
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
    """Yield the players in a set, highest rank first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Unsettled:
    """Players without a final opponent, and a provisional pairing (matching) of all of them."""

    def __init__(self, allowed: Sequence[int], crowds: Sequence[int]) -> None:
        self.allowed = allowed
        """The set of allowed opponents of each player."""
        self.crowds = crowds
        """Sets of players who must not meet: none may be more than half of those left."""
        self.mask = (1 << len(allowed)) - 1
        """The set of players without a final opponent."""
        self.mates = [_ALONE] * len(allowed)
        """Each player's provisional or final opponent."""

    def complete(self) -> bool:
        """Pair all players in some way; return whether that is possible."""
        alone = self.mask
        for seat in range(len(self.allowed)):
            near = self.allowed[seat] & alone
            if alone >> seat & 1 and near:
                other = next(_bits(near))
                self._join(seat, other)
                alone &= ~(1 << seat | 1 << other)
        return all(self.mates[seat] != _ALONE or self._augment(seat) for seat in _bits(alone))

    def settle(self, one: int, other: int) -> bool:
        """Pair the two for good if the others can then be paired; return whether they can."""
        rest = self.mask & ~(1 << one | 1 << other)
        if not self.allowed[one] >> other & 1:
            return False
        if any(2 * (crowd & rest).bit_count() > rest.bit_count() for crowd in self.crowds):
            return False
        first, second = self.mates[one], self.mates[other]
        before, self.mask = self.mask, rest
        if first != other and not self._rejoin(first, second):
            self._join(one, first)
            self._join(other, second)
            self.mask = before
            return False
        return True

    def _rejoin(self, one: int, other: int) -> bool:
        """Find opponents for two players whose own are settled; return whether that worked."""
        if self.allowed[one] >> other & 1:
            self._join(one, other)
            return True
        # Nearly always one other pair can be split between them; if not, a longer path is needed.
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
        """Find another unpaired player by an alternating path, and pair along it (Edmonds)."""
        tree = _Tree(self, root)
        end = tree.grown()
        while end != _ALONE:
            before = tree.parents[end]
            following = self.mates[before]
            self._join(end, before)
            end = following
        return self.mates[root] != _ALONE


class _Tree:
    """Alternating paths from an unpaired player, with odd cycles shrunk to their base."""

    def __init__(self, players: _Unsettled, root: int) -> None:
        size = len(players.allowed)
        self.players = players
        self.root = root
        self.bases = list(range(size))
        """The base of the shrunk cycle that each player is in, at first the player."""
        self.parents = [_ALONE] * size
        """The previous player on the path of each player at an odd distance."""
        self.even = 1 << root
        """The players at an even distance."""
        self.queue = [root]

    def grown(self) -> int:
        """Return another reachable unpaired player; -1 if there is none."""
        players, mates = self.players, self.players.mates
        for seat in self.queue:  # it grows during the loop
            for other in _bits(players.allowed[seat] & players.mask):
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
        """Continue the search from a player at an even distance."""
        if not self.even >> seat & 1:
            self.even |= 1 << seat
            self.queue.append(seat)

    def _shrink(self, one: int, other: int) -> None:
        """Shrink the odd cycle that is closed by two players at even distances."""
        base = self._common_base(one, other)
        cycle: set[int] = set()
        self._mark(one, base, other, cycle)
        self._mark(other, base, one, cycle)
        for seat in range(len(self.bases)):
            if self.bases[seat] in cycle:
                self.bases[seat] = base
                self._reach(seat)

    def _common_base(self, one: int, other: int) -> int:
        mates, seen = self.players.mates, set[int]()
        while True:
            one = self.bases[one]
            seen.add(one)
            if mates[one] == _ALONE:
                break
            one = self.parents[mates[one]]
        while self.bases[other] not in seen:
            other = self.parents[mates[self.bases[other]]]
        return self.bases[other]

    def _mark(self, seat: int, base: int, child: int, cycle: set[int]) -> None:
        """Store the way from a player of the cycle to its base, and back to `child`."""
        mates = self.players.mates
        while self.bases[seat] != base:
            cycle |= {self.bases[seat], self.bases[mates[seat]]}
            self.parents[seat] = child
            child = mates[seat]
            seat = self.parents[child]
