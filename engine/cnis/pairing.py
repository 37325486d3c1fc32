"""The next round of a tournament of free games: pairs, tables and byes.

A KOTH round (also among seniors) is one perfect matching of least cost. `engine.cnis.koth` finds it
if no pair must meet again, otherwise `engine.cnis.least_cost`, which defines the costs.
docs/design/cnis-pairings.md describes the guarantees and the method. `engine.cnis.round_robin` has
the schedules of round robins, and `engine.cnis.systems` the number of rounds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cnis.faults import refused
from engine.cnis.koth import nearest_pairs
from engine.cnis.least_cost import Field, least

Pair = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A player in a tournament of free games."""

    name: str
    club: str = ""
    """The player's club; empty if the player has no clubmates."""
    rating: Fraction | None = None
    """Orders players with equal results, and all players before the first round."""
    is_gone: bool = False
    """Whether the player withdrew during the tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Avoided:
    """Options for what a KOTH round avoids."""

    repeats: bool = True
    """Whether repeats are avoided."""
    repeats_first: bool = False
    """Whether avoiding repeats comes before avoiding clubmates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A finished game, or a bye if there is no second player."""

    round: int
    first: str
    second: str | None
    first_score: int = 0
    second_score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPlayer:
    """A player's position before a round."""

    player: Contestant
    points: Fraction
    """Games won, with draws as half; a bye counts as a win."""
    spread: int
    """Points scored minus points conceded; a bye adds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePairing:
    """Two players at a table, the higher-ranked first."""

    table: int
    first: str
    second: str
    met: int
    """The number of times the two have met before."""
    same_club: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """A round with its tables and byes."""

    number: int
    pairings: tuple[TablePairing, ...]
    byes: tuple[str, ...]
    """Players without a game, highest first; a round robin adds opponents of withdrawn players."""
    order: tuple[RankedPlayer, ...]
    """The ranking used for the pairing."""
    apart: bool
    """Whether this round keeps clubmates apart where possible."""
    unmet: int = 0
    """The number of round-robin pairs for which the remaining rounds have no room, or a lower bound
    with more than eight players.
    """

    @property
    def bye(self) -> str | None:
        """The player with the bye, the highest of several; None if there is none."""
        return self.byes[0] if self.byes else None


def ranked_players(
    players: Iterable[Contestant], history: Iterable[PlayedGame]
) -> tuple[RankedPlayer, ...]:
    """Return the ranking: wins, then spread, then rating, then the given order."""
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
        RankedPlayer(player=each, points=Fraction(points[each.name], 2), spread=spread[each.name])
        for each in players
    ]
    return tuple(sorted(found, key=_rank))


def _rank(each: RankedPlayer) -> tuple[Fraction, int, bool, Fraction]:
    """Return a sort key with the leader first."""
    rating = each.player.rating
    return -each.points, -each.spread, rating is None, -(rating or Fraction(0))


def meetings(history: Iterable[PlayedGame]) -> Counter[Pair]:
    """Return how often each pair has met."""
    return Counter(
        frozenset({game.first, game.second}) for game in history if game.second is not None
    )


def koth_pairs(
    order: Sequence[RankedPlayer],
    history: Sequence[PlayedGame],
    *,
    apart: bool,
    avoided: Avoided | None = None,
) -> tuple[Pair, ...]:
    """Return the KOTH pairs of least cost; a player in no pair has the bye.

    `apart` keeps clubmates apart where possible.

    Raises:
        RuleViolation: `cnis_too_few_players`, if there are fewer than 2.
    """
    if len(order) < 2:
        raise refused("too_few_players", players=len(order), fewest=2)
    avoided = avoided or Avoided()
    met = meetings(history) if avoided.repeats else Counter[Pair]()
    byes = Counter(game.first for game in history if game.second is None)
    field = Field(
        met=_by_rank(order, met),
        clubs=[each.player.club if apart else "" for each in order],
        byes=[byes[each.player.name] for each in order],
        is_fresh_first=avoided.repeats_first,
    )
    pairs = nearest_pairs([set(times) for times in field.met], field.clubs, field.byes)
    if pairs is None:
        pairs = least(field)
    return tuple(
        frozenset({order[high].player.name, order[low].player.name}) for high, low in pairs
    )


def _by_rank(order: Sequence[RankedPlayer], met: Mapping[Pair, int]) -> list[dict[int, int]]:
    """Return for each player how often they have met each opponent, by rank."""
    rank = {each.player.name: index for index, each in enumerate(order)}
    times_met: list[dict[int, int]] = [{} for _ in order]
    for pair, times in met.items():
        if pair <= rank.keys():
            one, other = (rank[name] for name in pair)
            times_met[one][other] = times_met[other][one] = times
    return times_met


def clubmates(first: Contestant, second: Contestant) -> bool:
    """Return whether both players belong to the same club."""
    return bool(first.club) and first.club == second.club


def numbered_round(
    number: int,
    pairs: Iterable[Pair],
    order: Sequence[RankedPlayer],
    history: Sequence[PlayedGame],
    *,
    apart: bool,
) -> PairedRound:
    """Return the round with numbered tables; the highest-ranked player is at table 1."""
    place = {each.player.name: index for index, each in enumerate(order)}
    met = meetings(history)
    seated = sorted(sorted(map(place.__getitem__, pair)) for pair in pairs)
    tables = []
    for table, (high, low) in enumerate(seated, 1):
        first, second = order[high].player, order[low].player
        tables.append(
            TablePairing(
                table=table,
                first=first.name,
                second=second.name,
                met=met[frozenset({first.name, second.name})],
                same_club=clubmates(first, second),
            )
        )
    playing = {index for pair in seated for index in pair}
    idle = (each.player.name for index, each in enumerate(order) if index not in playing)
    return PairedRound(
        number=number, pairings=tuple(tables), byes=tuple(idle), order=tuple(order), apart=apart
    )
