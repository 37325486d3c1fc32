"""What is left of a round robin that was not played by its schedule: as many pairs as have room.

Whoever came late, or sat out, has more players yet to meet than others; every round that is left
holds some of the pairs. How that is searched for: docs/design/cnis-pairings.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.cnis.pairing import Contestant, Pair, Played, Position, clubmates, matched, meetings

_SEARCHED = 8
"""Up to how many players what is left is searched through."""
_STEPS = 20_000
"""How many rounds are tried at the most: far more than the six players of art. 13 need."""
_Seats = tuple[int, int]
_Left = frozenset[_Seats]


def completing(
    order: Sequence[Position], history: Sequence[Played], rounds: int, *, apart: bool
) -> tuple[tuple[Pair, ...], int]:
    """Return the next of so many rounds, and how many pairs these have no room for.

    Nobody meets again. Of the rounds after which as many pairs as can be meet, the one with the
    fewest clubmates where they are kept apart, then with the most pairs; of these the first in the
    order of players. Above eight players, as KOTH would pair.
    """
    people = [each.player for each in order]
    left = _yet_to_meet(people, history)
    if len(people) > _SEARCHED:
        return matched(order, history, apart=apart), 0
    search = _Search(len(people))
    candidates = sorted(
        _rounds(left, tuple(range(len(people)))),
        key=lambda pairs: (apart * sum(_clubmates(people, pair) for pair in pairs), -len(pairs)),
    )
    chosen: tuple[_Seats, ...] = ()
    most = -1
    for pairs in candidates:
        met = len(pairs) + search.most(left.difference(pairs), rounds - 1)
        if met > most:
            chosen, most = pairs, met
        if most == search.bound(left, rounds):
            break
    named = (frozenset({people[one].name, people[other].name}) for one, other in chosen)
    return tuple(named), len(left) - max(most, 0)


def _yet_to_meet(people: Sequence[Contestant], history: Iterable[Played]) -> _Left:
    """Return the pairs who have not met, by their places in the order."""
    met = meetings(history)
    return frozenset(
        (one, other)
        for one, other in combinations(range(len(people)), 2)
        if not met[frozenset({people[one].name, people[other].name})]
    )


def _clubmates(people: Sequence[Contestant], pair: _Seats) -> bool:
    """Return whether two players of one club would meet."""
    return clubmates(people[pair[0]], people[pair[1]])


def _rounds(left: _Left, seats: tuple[int, ...]) -> Iterator[tuple[_Seats, ...]]:
    """Yield the rounds to which no pair of those left can be added, in the order of seats."""
    for pairs, idle in _parted(left, seats):
        if not any(pair in left for pair in combinations(idle, 2)):
            yield pairs


def _parted(
    left: _Left, seats: tuple[int, ...]
) -> Iterator[tuple[tuple[_Seats, ...], tuple[int, ...]]]:
    """Yield every way to pair some of the seats, with the others of them."""
    if not seats:
        yield (), ()
        return
    first, *others = seats
    for other in others:
        if (first, other) in left:
            rest = tuple(seat for seat in others if seat != other)
            for pairs, idle in _parted(left, rest):
                yield ((first, other), *pairs), idle
    for pairs, idle in _parted(left, tuple(others)):
        yield pairs, (first, *idle)


class _Search:
    """How many pairs can meet at the most, each answer kept."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.steps = 0
        self.known: dict[tuple[_Left, int], int] = {}

    def bound(self, left: _Left, rounds: int) -> int:
        """Return a number of pairs that so many rounds cannot hold more of."""
        seats = Counter(seat for pair in left for seat in pair)
        return min(
            sum(min(count, rounds) for count in seats.values()) // 2, rounds * (self.size // 2)
        )

    def most(self, left: _Left, rounds: int) -> int:
        """Return how many of the pairs that are left can meet in so many rounds."""
        bound = self.bound(left, rounds)
        if not bound:
            return 0
        if (left, rounds) in self.known:
            return self.known[left, rounds]
        best = 0
        for pairs in sorted(_rounds(left, tuple(range(self.size))), key=len, reverse=True):
            self.steps += 1
            best = max(best, len(pairs) + self.most(left.difference(pairs), rounds - 1))
            if best == bound or self.steps > _STEPS:
                break
        self.known[left, rounds] = best
        return best
