"""Round robins: every player meets every other once (art. 13).

The schedule is the circle method, with seats chosen so that the first and the last round have the
fewest possible pairs of one club. If rounds were played differently or a player came late,
`completing` pairs the rest, with as many pairs as possible: such a player has more opponents left
than others, so the rounds left may lack room. Proofs: docs/design/cnis-pairings.md.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.cnis.pairing import (
    Contestant,
    Pair,
    PlayedGame,
    RankedPlayer,
    clubmates,
    koth_pairs,
    meetings,
)

_SEARCHED = 8
"""The most players for whom the remaining rounds are searched."""
_STEPS = 20_000
"""The most rounds to try; far more than the six players of art. 13 need.

With seven or eight, the best round of those tried may not be the best of all.
"""
_Seats = tuple[int, int]
"""The two seats of a pair."""
_Left = frozenset[_Seats]
"""The pairs that have not met yet."""


def schedule(players: Sequence[Contestant]) -> tuple[frozenset[Pair], ...]:
    """Return the rounds of the round robin of at least one player.

    With an odd number, one player a round has the bye.
    """
    size = len(players) + len(players) % 2
    seated = dict(zip(_cycle(size), _alternating(players, size), strict=True))
    circle = [_circle_round(number, size) for number in range(size - 1)]
    # `_cycle` runs through circle rounds 0 and 1, which become the first and the last round.
    ordered = [*circle[:1], *circle[2:], *circle[1:2]]
    return tuple(
        frozenset(
            frozenset({one.name, other.name})
            for one, other in ((seated[first], seated[second]) for first, second in pairs)
            if one is not None and other is not None
        )
        for pairs in ordered
    )


def round_robin(
    players: Sequence[Contestant],
    order: Sequence[RankedPlayer],
    history: Sequence[PlayedGame],
    number: int,
    *,
    apart: bool,
) -> tuple[tuple[Pair, ...], int]:
    """Return the pairs of that round, and the number of pairs without room in the rounds left.

    `players` are all participants in the order of the schedule, which must be the same before every
    round; `order` has those still playing. The schedule applies as long as all rounds followed it,
    except for games of withdrawn players, whose opponents have byes. Otherwise `completing` pairs
    the rest, with clubmates kept apart if `apart`.
    """
    rounds = schedule(players)
    here = {each.player.name for each in order}
    gone = {player.name for player in players} - here
    played = [
        frozenset(meetings(game for game in history if game.round == earlier))
        for earlier in range(1, number)
    ]
    scheduled = rounds[: number - 1]
    if all(
        pairs <= planned and all(pair & gone for pair in planned - pairs)
        for pairs, planned in zip(played, scheduled, strict=True)
    ):
        return tuple(pair for pair in rounds[number - 1] if pair <= here), 0
    left = len(rounds) - number + 1
    return completing(order, history, left, apart=apart)


def _circle_round(number: int, size: int) -> list[_Seats]:
    """Return the seat pairs of one round: the last seat is fixed, the others rotate."""
    turning = size - 1
    return [
        (number, turning),
        *(((number + step) % turning, (number - step) % turning) for step in range(1, size // 2)),
    ]


def _cycle(size: int) -> list[int]:
    """Return all seats in a cycle whose neighbours meet in circle rounds 0 and 1 alternately."""
    partner: list[dict[int, int]] = []
    for number in (0, 1 % (size - 1)):
        pairs = _circle_round(number, size)
        partner.append({a: b for pair in pairs for a, b in (pair, pair[::-1])})
    cycle = [size - 1]
    while len(cycle) < size:
        cycle.append(partner[len(cycle) % 2][cycle[-1]])
    return cycle


def _alternating(players: Sequence[Contestant], size: int) -> list[Contestant | None]:
    """Return the players around a cycle with the fewest neighbouring clubmates.

    Clubs, largest first, fill every second place and then the places between. None is the bye; it
    and each player without a club count as a separate club.
    """
    clubs: defaultdict[str | tuple[int, str], list[Contestant | None]] = defaultdict(list)
    for index, player in enumerate(players):
        clubs[player.club or (index, "")].append(player)
    if size > len(players):
        clubs[size, ""].append(None)
    ordered = [each for club in sorted(clubs.values(), key=len, reverse=True) for each in club]
    cycle: list[Contestant | None] = [None] * size
    places = (*range(0, size, 2), *range(1, size, 2))
    for place, seated in zip(places, ordered, strict=True):
        cycle[place] = seated
    return cycle


def completing(
    order: Sequence[RankedPlayer], history: Sequence[PlayedGame], rounds_left: int, *, apart: bool
) -> tuple[tuple[Pair, ...], int]:
    """Return the next of the remaining rounds, and the number of pairs without room in them.

    No pair meets twice. The round must allow the most pairs to meet in all, as far as `_STEPS`
    tell. Of such rounds it has the fewest clubmates (if `apart`), then the most pairs, then the
    first in the order of players. With more than eight players the round is paired by KOTH, so
    pairs may meet again, and the number is the least possible one.
    """
    people = [each.player for each in order]
    left, search = _yet_to_meet(people, history), _Search(len(people))
    if len(people) > _SEARCHED:
        koth = koth_pairs(order, history, apart=apart)
        left = frozenset(
            (one, other)
            for one, other in left
            if frozenset({people[one].name, people[other].name}) not in koth
        )
        return koth, len(left) - search.bound(left, rounds_left - 1)

    def order_of_trial(pairs: tuple[_Seats, ...]) -> tuple[int, int]:
        together = sum(clubmates(people[one], people[other]) for one, other in pairs)
        return apart * together, -len(pairs)

    candidates = sorted(_rounds(left, tuple(range(len(people)))), key=order_of_trial)
    chosen: tuple[_Seats, ...] = ()
    most = -1  # fewer than any round allows; there always is one, if only without pairs
    for pairs in candidates:
        met = len(pairs) + search.most(left.difference(pairs), rounds_left - 1)
        if met > most:
            chosen, most = pairs, met
        if most == search.bound(left, rounds_left):  # no round allows more pairs
            break
    named = (frozenset({people[one].name, people[other].name}) for one, other in chosen)
    return tuple(named), len(left) - most


def _yet_to_meet(people: Sequence[Contestant], history: Iterable[PlayedGame]) -> _Left:
    """Return the pairs who have not met, by their index in the order."""
    met = meetings(history)
    return frozenset(
        (one, other)
        for one, other in combinations(range(len(people)), 2)
        if not met[frozenset({people[one].name, people[other].name})]
    )


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

    def bound(self, left: _Left, rounds_left: int) -> int:
        """Return an upper bound of the pairs that can meet in so many rounds."""
        seats = Counter(seat for pair in left for seat in pair)
        return min(
            sum(min(count, rounds_left) for count in seats.values()) // 2,
            rounds_left * (self.size // 2),
        )

    def most(self, left: _Left, rounds_left: int) -> int:
        """Return the number of the remaining pairs that can meet in so many rounds."""
        bound = self.bound(left, rounds_left)
        if bound <= 0:
            return 0
        if (left, rounds_left) in self.known:
            return self.known[left, rounds_left]
        best = 0
        for pairs in sorted(_rounds(left, tuple(range(self.size))), key=len, reverse=True):
            self.steps += 1
            best = max(best, len(pairs) + self.most(left.difference(pairs), rounds_left - 1))
            if best == bound or self.steps > _STEPS:
                break
        self.known[left, rounds_left] = best
        return best
