"""A slow second calculation of the championship from the stored rows, without the engine.

It reads the events as JSON, adds up points, applies art. 8 to 10 case by case in fractions, and
sorts groups by comparing every pair of players.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Row = Mapping[str, Any]
"""A stored event: its name, and its payload as JSON."""

GIVEN_UP = {"abandoned", "time", "forfeited", "excluded"}
MOST = Fraction(16667, 10000)


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its players, scores and end."""

    game: str
    red: int
    blue: int
    red_score: int
    blue_score: int
    rounds: int
    ending: str
    by: str | None


def played(game: str, rows: Iterable[Row]) -> Played | None:
    """Return the finished game in these rows, or `None` while it is running."""
    moves: list[tuple[str, int]] = []
    people: dict[str, int] = {}
    ended: Row | None = None
    for row in rows:
        event = json.loads(row["payload"])
        match row["name"]:
            case "game.started":
                people = {"red": event["red"], "blue": event["blue"]}
            case "game.seat_taken":
                people[event["by"]] = event["person"]
            case "game.placement":
                moves.append((event["by"], event["counted"]))
            case "game.pass":
                moves.append((event["by"], 0))
            case "game.returned":
                moves.pop()
            case "game.moves_annulled":
                del moves[event["keep"] :]
            case "game.score_corrected":
                moves[event["move"]] = (moves[event["move"]][0], event["counted"])
            case "game.ended":
                ended = event
            case "game.reopened":
                ended = None
    if ended is None:
        return None
    red, blue = ([counted for who, counted in moves if who == seat] for seat in ("red", "blue"))
    return Played(
        game=game,
        red=people["red"],
        blue=people["blue"],
        red_score=sum(red) + ended["red_adjustment"],
        blue_score=sum(blue) + ended["blue_adjustment"],
        rounds=min(len(red), len(blue)),
        ending=ended["ending"],
        by=ended["by"],
    )


def four(exact: Fraction) -> Fraction:
    """Round half up to four decimals."""
    return Fraction(int(exact * 10000 + Fraction(1, 2)), 10000)


def coefficients(one: Played) -> tuple[Fraction, Fraction]:
    """Return Red's and Blue's coefficient of one game by itself (art. 8, 9)."""
    if one.ending == "no_show":
        if one.by is None:
            return Fraction(0), Fraction(0)
        present = Fraction(153, 100)
        return (Fraction(0), present) if one.by == "red" else (present, Fraction(0))
    if one.ending == "closed":
        return Fraction(1), Fraction(1)
    if one.ending in GIVEN_UP:
        return _given_up(one)
    high, low = max(one.red_score, one.blue_score), min(one.red_score, one.blue_score)
    won, lost = _interrupted(high, low) if one.ending == "interrupted" else _by_score(high, low)
    return (won, lost) if one.red_score >= one.blue_score else (lost, won)


def _by_score(high: int, low: int) -> tuple[Fraction, Fraction]:
    if high == low:
        return Fraction(1), Fraction(1)
    if high <= 0:
        return Fraction(3, 2), Fraction(1, 2)
    if low <= 0:
        return Fraction(153, 100), Fraction(47, 100)
    won = four(1 + Fraction(high, high + low))
    return min(won, MOST), 2 - won


def _interrupted(high: int, low: int) -> tuple[Fraction, Fraction]:
    ahead = four(_share(high, low) + Fraction(1, 2))
    return ahead, 2 - ahead


def _given_up(one: Played) -> tuple[Fraction, Fraction]:
    opponent, gone = (
        (one.blue_score, one.red_score) if one.by == "red" else (one.red_score, one.blue_score)
    )
    middle, widest = Fraction(153, 100), Fraction(one.rounds, 100)
    wanted = four(1 + _share(opponent, gone))
    first = min(max(wanted, middle - widest), middle + widest, MOST)
    second = min(four(_share(gone, opponent)), 2 - first)
    return (second, first) if one.by == "red" else (first, second)


def _share(own: int, other: int) -> Fraction:
    if own == other:
        return Fraction(1, 2)
    if min(own, other) < 0:
        return Fraction(int(own > other))
    return Fraction(own, own + other)


def pair(home: Played, back: Played) -> dict[str, tuple[Fraction, Fraction]]:
    """Return both games' coefficients; resigning while ahead over both gives 0 (art. 9.1)."""
    found = {one.game: coefficients(one) for one in (home, back)}
    final = dict(found)
    for one, other in ((home, back), (back, home)):
        if one.ending not in GIVEN_UP or one.by is None:
            continue
        resigned = one.red if one.by == "red" else one.blue
        own = sum(_of(each, found[each.game], resigned) for each in (one, other))
        if own > sum(sum(found[each.game]) for each in (one, other)) - own:
            red, blue = final[one.game]
            final[one.game] = (Fraction(0), blue) if one.by == "red" else (red, Fraction(0))
    return final


def _of(one: Played, worth: tuple[Fraction, Fraction], who: int) -> Fraction:
    return worth[0] if one.red == who else worth[1]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's row in the group's table."""

    player: int
    sum: Decimal
    games: int
    wins: int
    draws: int
    difference: int | None


Counted = tuple[Played, tuple[Fraction, Fraction]]
"""A game, and what it is worth to Red and to Blue."""


def table(players: Sequence[int], games: Iterable[Counted]) -> list[Place]:
    """Return the group's table, best first; lots are needed only if all other criteria tie.

    It tries every order until no player is before a better one: by coefficients, mutual games,
    point difference, points.
    """
    counted = list(games)
    order = next(
        each
        for each in permutations(players)
        if not any(_better(behind, ahead, counted) for ahead, behind in combinations(each, 2))
    )
    return [
        Place(
            player=who,
            sum=Decimal(int(sum(c for c, _, _, _ in own) * 10000)) / 10000,
            games=len(own),
            wins=sum(c > theirs for c, theirs, _, _ in own),
            draws=sum(c == theirs != 0 for c, theirs, _, _ in own),
            difference=sum(mine - theirs for _, _, mine, theirs in own),
        )
        for who in order
        for own in [_own(who, counted)]
    ]


def _own(who: int, games: Iterable[Counted]) -> list[tuple[Fraction, Fraction, int, int]]:
    """Return a player's coefficients, the opponents', and both point totals, game by game."""
    found = []
    for one, (red, blue) in games:
        if who == one.red:
            found.append((red, blue, one.red_score, one.blue_score))
        elif who == one.blue:
            found.append((blue, red, one.blue_score, one.red_score))
    return found


def _better(one: int, other: int, games: Sequence[Counted]) -> bool:
    """Return whether one player ranks before another, criterion by criterion."""
    mutual = [each for each in games if {each[0].red, each[0].blue} == {one, other}]

    def criteria(who: int) -> tuple[Fraction | int, ...]:
        own = _own(who, games)
        return (
            sum(c for c, _, _, _ in own),
            sum(c for c, _, _, _ in _own(who, mutual)),
            sum(mine - theirs for _, _, mine, theirs in own),
            sum(mine for _, _, mine, _ in own),
        )

    return criteria(one) > criteria(other)
