"""Round robins: everybody meets everybody once (art. 13).

The schedule is the circle of old, seated so that the first and the last round hold as few pairs of
one club as is possible at all. Where rounds were played otherwise, what is left is paired so that
the rest still works out. Proofs: docs/design/cnis-pairings.md.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from engine.cnis.pairing import Contestant, Pair, Played, Position, clubmates, matched, meetings

_SEARCHED = 8
"""Up to how many seats the completion of a round robin is searched for."""
_Seats = tuple[int, int]


def schedule(players: Sequence[Contestant]) -> tuple[frozenset[Pair], ...]:
    """Return the rounds of the round robin; of an odd number, who is missing has the bye."""
    size = len(players) + len(players) % 2
    seated = dict(zip(_cycle(size), _alternating(players, size), strict=True))
    circle = [_circle_round(number, size) for number in range(size - 1)]
    # Circle rounds 0 and 1 are the ones that `_cycle` runs through.
    ordered = [*circle[:1], *circle[2:], *circle[1:2]]
    return tuple(
        frozenset(
            frozenset({one.name, other.name})
            for one, other in ((seated[first], seated[second]) for first, second in pairs)
            if one is not None and other is not None
        )
        for pairs in ordered
    )


def round_robin_pairs(
    players: Sequence[Contestant], order: Sequence[Position], history: Sequence[Played], number: int
) -> tuple[Pair, ...]:
    """Return the pairs of that round: of the schedule, or what fits what was played instead.

    `players` in the order the schedule is made from, the same before every round.
    """
    rounds = schedule(players)
    played = [
        frozenset(meetings(game for game in history if game.round == earlier))
        for earlier in range(1, number)
    ]
    if played == list(rounds[: number - 1]):
        return tuple(rounds[number - 1])
    return _completing(order, history, apart=number in {1, len(rounds)})


def _circle_round(number: int, size: int) -> list[_Seats]:
    """Return the pairs of seats of one round: the last seat stays, the others turn round it."""
    turning = size - 1
    return [
        (number, turning),
        *(((number + step) % turning, (number - step) % turning) for step in range(1, size // 2)),
    ]


def _cycle(size: int) -> list[int]:
    """Return all seats in an order in which neighbours meet in circle rounds 0 and 1 by turns."""
    partner: list[dict[int, int]] = []
    for number in (0, 1 % (size - 1)):
        pairs = _circle_round(number, size)
        partner.append({a: b for pair in pairs for a, b in (pair, pair[::-1])})
    found = [size - 1]
    while len(found) < size:
        found.append(partner[len(found) % 2][found[-1]])
    return found


def _alternating(players: Sequence[Contestant], size: int) -> list[Contestant | None]:
    """Return the players round a cycle, clubmates side by side as seldom as possible.

    Clubs by size, the largest first, take every second place, then the places between. None is the
    bye, a club of its own, as everybody without a club is.
    """
    clubs: defaultdict[str | tuple[int, str], list[Contestant | None]] = defaultdict(list)
    for index, player in enumerate(players):
        clubs[player.club or (index, "")].append(player)
    if size > len(players):
        clubs[size, ""].append(None)
    ordered = [each for club in sorted(clubs.values(), key=len, reverse=True) for each in club]
    found: list[Contestant | None] = [None] * size
    places = (*range(0, size, 2), *range(1, size, 2))
    for place, player_ in zip(places, ordered, strict=True):
        found[place] = player_
    return found


def _completing(
    order: Sequence[Position], history: Sequence[Played], *, apart: bool
) -> tuple[Pair, ...]:
    """Return a round after others than the schedule's: without repeats, and so that the rest fits.

    Of all such rounds the one with the fewest clubmates where they are kept apart; of these the
    first in the order of players. Above eight seats, or where nothing fits, as KOTH would pair.
    """
    people = [each.player for each in order]
    size = len(people) + len(people) % 2
    if size <= _SEARCHED:
        left = _left(people, size, history)
        candidates = sorted(
            _perfect(tuple(range(size)), left),
            key=lambda pairs: apart * sum(_clubmates(people, pair) for pair in pairs),
        )
        for pairs in candidates:
            if _completes(left.difference(pairs), size):
                named = [(people[a].name, people[b].name) for a, b in pairs if b < len(people)]
                return tuple(map(frozenset, named))
    return matched(order, history, apart=apart)


def _left(people: Sequence[Contestant], size: int, history: Iterable[Played]) -> frozenset[_Seats]:
    """Return the pairs of seats yet to meet; with an odd number the last seat is the bye."""
    seat = {player.name: index for index, player in enumerate(people)}
    done = set()
    for game in history:
        first = seat.get(game.first)
        second = size - 1 if game.second is None else seat.get(game.second)
        if first is not None and second is not None:
            done.add((min(first, second), max(first, second)))
    return frozenset(combinations(range(size), 2)) - done


def _clubmates(people: Sequence[Contestant], pair: _Seats) -> bool:
    """Return whether two players of one club would meet."""
    high, low = pair
    return low < len(people) and clubmates(people[high], people[low])


def _perfect(seats: tuple[int, ...], left: Collection[_Seats]) -> Iterator[tuple[_Seats, ...]]:
    """Yield every way to pair all the seats by pairs that are left, in the order of seats."""
    if not seats:
        yield ()
        return
    first, *others = seats
    for other in others:
        if (first, other) in left:
            rest = tuple(seat for seat in others if seat != other)
            for pairs in _perfect(rest, left):
                yield ((first, other), *pairs)


def _completes(left: frozenset[_Seats], size: int) -> bool:
    """Return whether the pairs that are left make whole rounds."""
    if not left:
        return True
    # Some round holds this pair; in which order the rounds come does not matter here.
    pair = min(left)
    rest = tuple(seat for seat in range(size) if seat not in pair)
    return any(_completes(left.difference({pair, *pairs}), size) for pairs in _perfect(rest, left))
