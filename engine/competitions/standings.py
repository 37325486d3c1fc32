"""Standings: an ordered table from the results of games (art. 8.1).

The sum of coefficients decides; `ORDER` has the tie-breaks. Averages order players of several
groups. `engine.competitions.phase` chooses the results: with official ones the table is official,
with proposed ones it is provisional. `engine.competitions.prospects` says what can still change.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from heapq import merge
from itertools import combinations

from engine.coefficients import ZERO
from engine.competitions.parts import AdvancedPlayer
from engine.figures import Figures, Outcome
from engine.ids import PersonId

Number = int | Decimal | Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One game with the data that the standings need."""

    red: PersonId
    blue: PersonId
    figures: Figures


@dataclass(frozen=True, kw_only=True)  # without slots, so that averages are cached
class StandingsRow:
    """One player's line in a table."""

    player: PersonId
    place: int | None = None
    """The rank, from 1; players who stay tied share it. None: out of the competition."""
    games: int = 0
    wins: int = 0
    draws: int = 0
    coefficients: Decimal = ZERO
    """The exact sum of the player's coefficients."""
    scored: int | None = 0
    """The player's counted points in all games; None if a game's score is not stated."""
    conceded: int | None = 0
    """The counted points of the player's opponents in these games; None as for `scored`."""
    parted_by: str = ""
    """The code of the tie-break that puts the player behind the one above; empty for the first."""

    @property
    def difference(self) -> int | None:
        """Points scored minus points conceded; None if a game's score is not stated."""
        if self.scored is None or self.conceded is None:
            return None
        return self.scored - self.conceded

    @property
    def is_absent(self) -> bool:
        """Whether the player took part in none of their games: no point, no coefficient."""
        scored = self.scored
        return bool(self.games) and scored is not None and scored <= 0 and not self.coefficients

    @cached_property
    def average(self) -> Fraction:
        """The player's exact coefficient per game; 0 before the first game."""
        return self._per_game(self.coefficients)

    @cached_property
    def in_overall_order(self) -> tuple[Fraction, ...]:
        """The sort key among players of other groups, by averages; the lowest key is best."""
        difference, scored = self.difference or 0, self.scored or 0
        return -self.average, -self._per_game(difference), -self._per_game(scored)

    def _per_game(self, total: Decimal | int) -> Fraction:
        return Fraction(total) / max(self.games, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """The data that a tie-break may use."""

    rows: Mapping[PersonId, StandingsRow]
    results: Collection[GameResult]
    lots: Mapping[PersonId, int]


Values = Mapping[PersonId, Number]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One tie-break; the higher value is ahead."""

    code: str
    article: str
    """The article of the tie-break; empty if the regulation is silent and the project decides."""
    values: Callable[[Sequence[PersonId], _Field], Values | None] = field(repr=False)
    """Returns a value for each player, or None if the tie-break does not apply to them."""


def _by(of: Callable[[StandingsRow], Number | None]) -> Callable[..., Values | None]:
    """Return the tie-break by a value of the rows; it does not apply if one is not stated."""

    def values(tied: Sequence[PersonId], seen: _Field) -> Values | None:
        known = {player: of(seen.rows[player]) for player in tied}
        stated = {player: value for player, value in known.items() if value is not None}
        return stated if len(stated) == len(known) else None

    return values


def _mutual(tied: Sequence[PersonId], seen: _Field) -> Values | None:
    """Return sums of coefficients among the tied; None until each pair has played both games.

    With an incomplete mini-table, the tie-break would reward players with more games.
    """
    members = frozenset(tied)
    among = [game for game in seen.results if game.red in members and game.blue in members]
    legs = {(game.red, game.blue) for game in among}
    if any((a, b) not in legs or (b, a) not in legs for a, b in combinations(tied, 2)):
        return None
    rows = _tallied(tied, among)
    return {player: rows[player].coefficients for player in tied}


def _lot(tied: Sequence[PersonId], seen: _Field) -> Values | None:
    if any(player not in seen.lots for player in tied):
        return None
    return {player: -seen.lots[player] for player in tied}


ORDER: tuple[Criterion, ...] = (
    Criterion("coefficients", "8.1", _by(lambda row: row.coefficients)),
    Criterion("mutual_result", "", _mutual),
    Criterion("score_difference", "", _by(lambda row: row.difference)),
    Criterion("points_scored", "", _by(lambda row: row.scored)),
    Criterion("lot", "", _lot),
)
"""The tie-breaks in order. After one has split the tied players, each part starts at the first."""


def table(
    players: Iterable[PersonId],
    results: Iterable[GameResult],
    *,
    lots: Mapping[PersonId, int] | None = None,
    excluded: Collection[PersonId] = (),
) -> tuple[StandingsRow, ...]:
    """Return the table of a group, the first player first.

    Without `lots`, players whom no tie-break separates share a rank. Disqualified players come last
    without a rank and still count as opponents.
    """
    members, counted = tuple(players), tuple(results)
    rows = _tallied(members, counted)
    seen = _Field(rows=rows, results=counted, lots=lots or {})
    ranked = _ordered([player for player in members if player not in excluded], seen)
    placed: list[StandingsRow] = []
    for number, (player, parted_by) in enumerate(ranked, 1):
        place = number if parted_by or not placed else placed[-1].place
        placed.append(replace(rows[player], place=place, parted_by=parted_by))
    return (*placed, *(rows[player] for player in members if player in excluded))


def overall(
    tables: Iterable[Sequence[StandingsRow]], lots: Mapping[PersonId, int] | None = None
) -> tuple[StandingsRow, ...]:
    """Return the players of several groups in one order, with their ranks in the groups.

    Groups may differ in size, so the order uses the coefficient per game, then score difference and
    points per game (if every score is stated), then the lot. No player comes before one ranked
    higher in the same group. Disqualified players are left out.
    """
    drawn = lots or {}
    groups = [[row for row in rows if row.place is not None] for rows in tables]
    is_stated = all(row.difference is not None for rows in groups for row in rows)

    def order(row: StandingsRow) -> tuple[tuple[Fraction, ...], int]:
        key = row.in_overall_order if is_stated else (-row.average,)
        return key, drawn.get(row.player, 0)

    # The best players not yet ordered are compared, one of each group.
    return tuple(merge(*groups, key=order))


def qualifiers(
    tables: Mapping[str, Sequence[StandingsRow]],
    *,
    per_group: int,
    best_others: int,
    lots: Mapping[PersonId, int] | None = None,
) -> tuple[tuple[AdvancedPlayer, ...], tuple[PersonId, ...]]:
    """Return the players who advance to the next phase, and all others as reserves in order.

    The first `per_group` of each group advance, and `best_others` more in the overall order. If a
    group has too few players, its places go to the best others. The seeding has group winners in
    the overall order, then the second of each group, and so on, then the best others.
    """
    ranked = {name: [row for row in rows if row.place is not None] for name, rows in tables.items()}
    groups = {row.player: name for name, rows in ranked.items() for row in rows}
    going: list[tuple[StandingsRow, bool]] = []
    for number in range(per_group):
        level = overall([rows[number : number + 1] for rows in ranked.values()], lots)
        going += ((row, False) for row in level)
    rest = overall([rows[per_group:] for rows in ranked.values()], lots)
    others = best_others + sum(max(0, per_group - len(rows)) for rows in ranked.values())
    going += ((row, True) for row in rest[:others])
    advanced = (
        AdvancedPlayer(
            player=row.player, group=groups[row.player], place=row.place or 0, best_other=is_best
        )
        for row, is_best in going
    )
    return tuple(advanced), tuple(row.player for row in rest[others:])


def _ordered(tied: Sequence[PersonId], seen: _Field) -> list[tuple[PersonId, str]]:
    """Return the players in order, each with the code of the tie-break behind the one before."""
    for criterion in ORDER if len(tied) > 1 else ():
        values = criterion.values(tied, seen)
        levels = sorted(set(values.values()), reverse=True) if values is not None else ()
        if values is None or len(levels) < 2:
            continue
        found: list[tuple[PersonId, str]] = []
        for level in levels:
            part = _ordered([player for player in tied if values[player] == level], seen)
            found += [(part[0][0], criterion.code if found else ""), *part[1:]]
        return found
    return [(player, "") for player in tied]


def _tallied(
    players: Iterable[PersonId], results: Iterable[GameResult]
) -> dict[PersonId, StandingsRow]:
    """Return each player's figures from these results; other people have none."""
    games: dict[PersonId, list[tuple[Figures, bool]]] = {player: [] for player in players}
    for game in results:
        for player, is_red in ((game.red, True), (game.blue, False)):
            if player in games:
                games[player].append((game.figures, is_red))
    return {player: _row(player, own) for player, own in games.items()}


def _row(player: PersonId, games: Sequence[tuple[Figures, bool]]) -> StandingsRow:
    """Return the player's figures from these games, each with whether the player was Red."""
    scores = [(one.scores, is_red) for one, is_red in games]
    stated = [pair if is_red else pair[::-1] for pair, is_red in scores if pair is not None]
    is_stated = len(stated) == len(games)
    return StandingsRow(
        player=player,
        games=len(games),
        wins=sum(one.is_won_by(is_red=is_red) for one, is_red in games),
        draws=sum(one.outcome is Outcome.DRAW for one, _ in games),
        coefficients=sum(
            (one.coefficients_of(is_red=is_red)[0] for one, is_red in games), start=ZERO
        ),
        scored=sum(own for own, _ in stated) if is_stated else None,
        conceded=sum(others for _, others in stated) if is_stated else None,
    )
