"""Round robins: every player meets every other once (art. 13).

The schedule is the circle method, with seats chosen so that the first and the last round have the
fewest possible pairs of one club. If rounds were played differently or a player came late,
`engine.cnis.completion` pairs the rest. Proofs: docs/design/cnis-pairings.md.
"""

from collections import defaultdict
from collections.abc import Sequence

from engine.cnis.completion import completing
from engine.cnis.pairing import Contestant, Pair, PlayedGame, RankedPlayer, meetings

_Seats = tuple[int, int]


def schedule(players: Sequence[Contestant]) -> tuple[frozenset[Pair], ...]:
    """Return the rounds of the round robin; with an odd number, one player a round has the bye."""
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
) -> tuple[tuple[Pair, ...], int]:
    """Return the pairs of that round, and the number of pairs without room in the rounds left.

    `players` are all participants in the order of the schedule, which must be the same before every
    round; `order` has those still playing. The schedule applies as long as all rounds followed it,
    except for games of withdrawn players, whose opponents have byes.
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
    return completing(order, history, left, apart=number in {1, len(rounds)})


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
    found = [size - 1]
    while len(found) < size:
        found.append(partner[len(found) % 2][found[-1]])
    return found


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
    found: list[Contestant | None] = [None] * size
    places = (*range(0, size, 2), *range(1, size, 2))
    for place, player_ in zip(places, ordered, strict=True):
        found[place] = player_
    return found
