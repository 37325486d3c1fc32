"""Completes a round robin that was not played by its schedule, with as many pairs as possible.

A player who came late or missed rounds has more opponents left than others, so the remaining rounds
may lack room for some pairs. The search is described in docs/design/cnis-pairings.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.cnis.pairing import (
    Contestant,
    Pair,
    PlayedGame,
    RankedPlayer,
    clubmates,
    matched,
    meetings,
)

_SEARCHED = 8
"""The most players for whom the remaining rounds are searched."""
_STEPS = 20_000
"""The most rounds to try; far more than the six players of art. 13 need."""
_Seats = tuple[int, int]
_Left = frozenset[_Seats]


def completing(
    order: Sequence[RankedPlayer], history: Sequence[PlayedGame], rounds: int, *, apart: bool
) -> tuple[tuple[Pair, ...], int]:
    """Return the next of `rounds` remaining rounds, and the number of pairs without room.

    No pair meets twice. The round must allow the most pairs to meet in all. Of such rounds it has
    the fewest clubmates (if `apart`), then the most pairs, then the first in the order of players.
    With more than eight players the round is paired by KOTH.
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


def _yet_to_meet(people: Sequence[Contestant], history: Iterable[PlayedGame]) -> _Left:
    """Return the pairs who have not met, by their index in the order."""
    met = meetings(history)
    return frozenset(
        (one, other)
        for one, other in combinations(range(len(people)), 2)
        if not met[frozenset({people[one].name, people[other].name})]
    )


def _clubmates(people: Sequence[Contestant], pair: _Seats) -> bool:
    """Return whether both players are from one club."""
    return clubmates(people[pair[0]], people[pair[1]])


def _rounds(left: _Left, seats: tuple[int, ...]) -> Iterator[tuple[_Seats, ...]]:
    """Yield every round to which no remaining pair can be added, in the order of seats."""
    for pairs, idle in _parted(left, seats):
        if not any(pair in left for pair in combinations(idle, 2)):
            yield pairs


def _parted(
    left: _Left, seats: tuple[int, ...]
) -> Iterator[tuple[tuple[_Seats, ...], tuple[int, ...]]]:
    """Yield every way to pair some of the seats, with the seats left over."""
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
    """The most pairs that can still meet, with cached results."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.steps = 0
        self.known: dict[tuple[_Left, int], int] = {}

    def bound(self, left: _Left, rounds: int) -> int:
        """Return an upper bound of the pairs that can meet in so many rounds."""
        seats = Counter(seat for pair in left for seat in pair)
        return min(
            sum(min(count, rounds) for count in seats.values()) // 2, rounds * (self.size // 2)
        )

    def most(self, left: _Left, rounds: int) -> int:
        """Return the number of the remaining pairs that can meet in so many rounds."""
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
