"""A season's standings: the best results of each event, their sum, and the ranking.

`SENIORS_RULES` and `YOUTH_RULES` say how many results count for which types of game.
`engine.cnis.championship` decides which players are in which table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from engine.cnis.season import EVENT_OF, Classified, Discipline, GameType, LocalResult

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The number of a player's results that count among games of these types."""

    event: Discipline
    types: frozenset[GameType]
    best: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """The types of game in a competition, and the results that count."""

    counting: tuple[Counting, ...]
    counts_all_local: bool = False
    """Whether all points count for a player who played only local tournaments."""

    @property
    def types(self) -> frozenset[GameType]:
        """The types of game in the competition."""
        return frozenset[GameType]().union(*(part.types for part in self.counting))

    @property
    def events(self) -> tuple[Discipline, ...]:
        """The events with a classification of their own, in the text's order."""
        return tuple(dict.fromkeys(part.event for part in self.counting))


SENIORS_RULES = SeasonRules(
    counting=tuple(
        Counting(
            event=event,
            types=frozenset(kind for kind in GameType if EVENT_OF[kind] is event),
            best=5,
        )
        for event in Discipline
    ),
)
"""The best five results of each event; all kinds of duplicate together (art. 8)."""
YOUTH_RULES = SeasonRules(
    counts_all_local=True,
    counting=tuple(
        Counting(event=EVENT_OF[kind], types=frozenset({kind}), best=3)
        for kind in (GameType.FREE, GameType.CLASSIC, GameType.COMPLETIVE, GameType.COMPOSITION)
    ),
)
"""The best three results of each type (art. 16); of local tournaments alone, all (art. 15)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The points of one player from one game."""

    game: str
    """The game's label."""
    type: GameType
    place: int | None
    """The place among the ranked players; None for a local tournament."""
    points: Decimal
    expression: str
    counted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """One player's season."""

    player: str
    local: bool
    """Whether these are points from local tournaments only (art. 7, 15)."""
    results: Mapping[Discipline, tuple[Result, ...]]
    """The player's events, with their results in the order of play."""

    def points(self, event: Discipline) -> Decimal:
        """Return the player's total for the event, from the results that count."""
        results = self.results.get(event, ())
        return sum((result.points for result in results if result.counted), ZERO)

    @property
    def total(self) -> Decimal:
        """The sum of the player's events."""
        return sum(map(self.points, self.results), ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A player's rank in a table."""

    place: int
    player: str
    points: Decimal
    local: bool


def season_lines(
    games: Iterable[Classified], local: Iterable[LocalResult], rules: SeasonRules
) -> tuple[SeasonLine, ...]:
    """Return the season of each player with points, by name. Rules: CNIS art. 7, 8, 15, 16.

    A player who took part in a stage has the points from stages; local points are never added. For
    other players local points count: seniors' with the same number of best results (art. 8), all
    points of youth (art. 15). Results are in the order of dates, those of a day as given.
    """
    staged: dict[str, list[Result]] = {}
    for each in sorted(games, key=lambda each: each.game.day):
        for award in each.awards:
            result = Result(
                game=each.game.label,
                type=each.game.type,
                place=award.place,
                points=award.points,
                expression=award.expression,
            )
            staged.setdefault(award.player, []).append(result)
    elsewhere: dict[str, list[Result]] = {}
    for own in sorted(local, key=lambda own: own.day):
        if own.player not in staged:
            points, text = own.points, f"{own.points}"
            result = Result(
                game=own.label, type=own.type, place=None, points=points, expression=text
            )
            elsewhere.setdefault(own.player, []).append(result)
    lines = [_line(player, results, rules, local=False) for player, results in staged.items()]
    lines += [_line(player, results, rules, local=True) for player, results in elsewhere.items()]
    return tuple(sorted(lines, key=lambda line: line.player))


class PlayerTotal(NamedTuple):
    """A player's points before the ranking."""

    player: str
    points: Decimal
    local: bool = False
    """Whether these are points from local tournaments only."""


def general(lines: Iterable[SeasonLine]) -> tuple[RankedRow, ...]:
    """Return the general classification. Rules: CNIS art. 8, 17–19."""
    return ranking([PlayerTotal(line.player, line.total, line.local) for line in lines])


def of_event(lines: Iterable[SeasonLine], event: Discipline) -> tuple[RankedRow, ...]:
    """Return the classification of one event: the players with a result in it."""
    own = (line for line in lines if line.results.get(event))
    return ranking([PlayerTotal(line.player, line.points(event), line.local) for line in own])


def ranking(totals: Iterable[PlayerTotal]) -> tuple[RankedRow, ...]:
    """Return the ranking of players by their points.

    Local players follow the last of the others (art. 7, 15). Equal points share a rank, because the
    regulation has no tie-break.
    """
    ordered = sorted(totals, key=lambda each: (each.local, -each.points, each.player))
    rows: list[RankedRow] = []
    for number, (player, points, local) in enumerate(ordered, 1):
        last = rows[-1] if rows else None
        is_level = last is not None and (last.points, last.local) == (points, local)
        place = last.place if last is not None and is_level else number
        rows.append(RankedRow(place=place, player=player, points=points, local=local))
    return tuple(rows)


def _line(player: str, results: Sequence[Result], rules: SeasonRules, *, local: bool) -> SeasonLine:
    """Return a player's season, with the best results of each kind marked as counted."""
    by_event: dict[Discipline, tuple[Result, ...]] = {}
    for part in rules.counting:
        fitting = [result for result in results if result.type in part.types]
        best = len(fitting) if local and rules.counts_all_local else part.best
        if fitting:
            by_event[part.event] = (*by_event.get(part.event, ()), *_best(fitting, best))
    return SeasonLine(player=player, local=local, results=by_event)


def _best(results: Sequence[Result], best: int) -> list[Result]:
    """Return the results with only the best ones counted; of equal ones the earliest."""
    order = sorted(range(len(results)), key=lambda index: -results[index].points)
    kept = set(order[:best])
    return [replace(result, counted=index in kept) for index, result in enumerate(results)]
