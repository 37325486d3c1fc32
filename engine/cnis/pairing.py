"""The next round of a tournament of free games: who plays whom, at which table, who has the bye.

A round by KOTH (and among seniors) is one perfect matching of least cost; `COSTS` says what is
avoided first. Where nobody need meet again `engine.cnis.koth` finds it, else
`engine.cnis.least_cost`. Guarantees and method: docs/design/cnis-pairings.md. Round robins have a
schedule, `engine.cnis.round_robin`; how many rounds there are, `engine.cnis.systems`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cnis.faults import refused
from engine.cnis.koth import nearest_pairs
from engine.cnis.least_cost import Field, least

Pair = frozenset[str]
COSTS = ("clubs", "repeats", "meetings", "byes", "bye_rank", "distance")
"""What a round avoids, the first before all others:

- clubs: pairs of one club, in the rounds that keep clubs apart; as an option after the next two.
- repeats: pairs who have met; meetings: how often they have.
- byes: a further bye for whoever has had one; bye_rank: a bye for anybody but the lowest.
- distance: the leader meets the nearest below him, then the highest of the others does, and so on.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A player in a tournament of free games."""

    name: str
    club: str = ""
    """Empty: nobody is his clubmate."""
    rating: Fraction | None = None
    """Orders players who are level, and everybody before the first round."""
    is_gone: bool = False
    """Whether they have withdrawn after they began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Avoided:
    """What is avoided otherwise than usual where rounds are paired by KOTH."""

    repeats: bool = True
    """Whether repeats are at all."""
    repeats_first: bool = False
    """Whether repeats are before clubmates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was played; a bye where there is no second player."""

    round: int
    first: str
    second: str | None
    first_score: int = 0
    second_score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A player's position before a round."""

    player: Contestant
    points: Fraction
    """Games won, draws half; a bye is a win."""
    spread: int
    """Points scored less points conceded; a bye adds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two players at a table, the higher in the order first."""

    table: int
    first: str
    second: str
    met: int
    """How often they have played each other before."""
    same_club: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round as it is posted."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    """Who does not play, the highest first; in a round robin also whose opponent has withdrawn."""
    order: tuple[Position, ...]
    """The order it was paired by."""
    apart: bool
    """Whether this round keeps clubmates apart where possible."""
    unmet: int = 0
    """How many pairs of a round robin the rounds that are left have no room for."""

    @property
    def bye(self) -> str | None:
        """Return who has the bye, the highest of several."""
        return self.byes[0] if self.byes else None


def positions(players: Iterable[Contestant], history: Iterable[Played]) -> tuple[Position, ...]:
    """Return the players in order: wins, then spread, then rating, then as they were given."""
    points: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for game in history:
        if game.second is None:
            points[game.first] += 2
            continue
        difference = game.first_score - game.second_score
        points[game.first] += 1 + (difference > 0) - (difference < 0)
        points[game.second] += 1 - (difference > 0) + (difference < 0)
        spread[game.first] += difference
        spread[game.second] -= difference
    found = [
        Position(player=each, points=Fraction(points[each.name], 2), spread=spread[each.name])
        for each in players
    ]
    return tuple(sorted(found, key=_rank))


def _rank(each: Position) -> tuple[Fraction, int, bool, Fraction]:
    """Return what orders a position: ascending, so that the leader is first."""
    rating = each.player.rating
    return -each.points, -each.spread, rating is None, -(rating or Fraction(0))


def meetings(history: Iterable[Played]) -> Counter[Pair]:
    """Return how often each two players have met."""
    return Counter(
        frozenset({game.first, game.second}) for game in history if game.second is not None
    )


def matched(
    order: Sequence[Position],
    history: Sequence[Played],
    *,
    apart: bool,
    avoided: Avoided | None = None,
) -> tuple[Pair, ...]:
    """Return the pairs of the least cost, by KOTH; who is in none of them has the bye.

    `apart` keeps clubmates apart where possible.

    Raises:
        RuleViolation: `cnis_too_few_players`, below 2.
    """
    if len(order) < 2:
        raise refused("too_few_players", players=len(order), fewest=2)
    avoided = avoided or Avoided()
    met = meetings(history) if avoided.repeats else Counter[Pair]()
    field = Field(
        met=_by_rank(order, met),
        clubs=[each.player.club if apart else "" for each in order],
        byes=_byes(order, history),
        is_fresh_first=avoided.repeats_first,
    )
    found = nearest_pairs([set(times) for times in field.met], field.clubs, field.byes)
    if found is None:
        found = least(field)
    return tuple(
        frozenset({order[high].player.name, order[low].player.name}) for high, low in found
    )


def _by_rank(order: Sequence[Position], met: Mapping[Pair, int]) -> list[dict[int, int]]:
    """Return of each player how often he has met whom."""
    rank = {each.player.name: index for index, each in enumerate(order)}
    found: list[dict[int, int]] = [{} for _ in order]
    for pair, times in met.items():
        if pair <= rank.keys():
            one, other = (rank[name] for name in pair)
            found[one][other] = found[other][one] = times
    return found


def _byes(order: Sequence[Position], history: Iterable[Played]) -> list[int]:
    """Return of each player how many byes he has had."""
    byes = Counter(game.first for game in history if game.second is None)
    return [byes[each.player.name] for each in order]


def clubmates(first: Contestant, second: Contestant) -> bool:
    """Return whether both belong to the same club."""
    return bool(first.club) and first.club == second.club


def posted(
    number: int,
    pairs: Iterable[Pair],
    order: Sequence[Position],
    history: Sequence[Played],
    *,
    apart: bool,
) -> Round:
    """Return the round with its tables numbered: the highest player sits at table 1."""
    place = {each.player.name: index for index, each in enumerate(order)}
    met = meetings(history)
    seated = sorted(sorted(map(place.__getitem__, pair)) for pair in pairs)
    tables = []
    for table, (high, low) in enumerate(seated, 1):
        first, second = order[high].player, order[low].player
        tables.append(
            Pairing(
                table=table,
                first=first.name,
                second=second.name,
                met=met[frozenset({first.name, second.name})],
                same_club=clubmates(first, second),
            )
        )
    playing = {index for pair in seated for index in pair}
    idle = (each.player.name for index, each in enumerate(order) if index not in playing)
    return Round(
        number=number,
        pairings=tuple(tables),
        byes=tuple(idle),
        order=tuple(order),
        apart=apart,
    )
