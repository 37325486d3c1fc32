"""FNGO in the simplest form, for one tournament, without code of `engine.ratings`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from engine.ratings.protocol import Player, RatedGame, Start
from tests.plain_ratings import half_up, players_of, side


def first_values(
    met: Mapping[Player, Sequence[tuple[Player, int]]], rated: Mapping[Player, Fraction]
) -> dict[Player, Fraction]:
    """Return the newcomers' first values, by iterating until nothing changes.

    Each step goes half of the way, because full steps would oscillate. The limit is a fraction with
    a small denominator.
    """
    values = dict.fromkeys(met, 850.0)
    moved = 1.0
    while moved > 1e-13:
        after = {}
        for player, games in met.items():
            opponents = [float(rated[o]) if o in rated else values[o] for o, _ in games]
            discs = sum(difference for _, difference in games)
            after[player] = (sum(opponents) + 10 * discs) / len(games)
        moved = max((abs(after[p] - values[p]) / 1000 for p in met), default=0.0)
        values = {p: (values[p] + after[p]) / 2 for p in met}
    return {p: Fraction(value).limit_denominator(20_000) for p, value in values.items()}


def eliminated(rows: Sequence[Mapping[int, int]], sums: Sequence[Fraction]) -> list[Fraction]:
    """Return the solution of the equations as fractions, by eliminating one unknown at a time."""
    size = len(rows)
    work = [
        [*(Fraction(row.get(column, 0)) for column in range(size)), sum_]
        for row, sum_ in zip(rows, sums, strict=True)
    ]
    for step in range(size):
        pivot = next(row for row in range(step, size) if work[row][step])
        work[step], work[pivot] = work[pivot], work[step]
        for row in range(size):
            if row != step and work[row][step]:
                factor = work[row][step] / work[step][step]
                work[row] = [a - factor * b for a, b in zip(work[row], work[step], strict=True)]
    return [work[row][size] / work[row][row] for row in range(size)]


def equations(
    newcomers: int, rounds: int, rated: int, seed: int
) -> tuple[list[dict[int, int]], list[Fraction]]:
    """Return random equations of newcomers who met each other and some rated players."""
    chance = Random(seed)
    seats = list(range(newcomers + rated))
    rows = [{own: 0} for own in range(newcomers)]
    sums = [Fraction(0) for _ in range(newcomers)]
    for _ in range(rounds):
        chance.shuffle(seats)
        for pair in zip(seats[::2], seats[1::2], strict=False):
            discs = chance.randrange(-64, 65, 2)
            for own, other, won in ((*pair, discs), (*pair[::-1], -discs)):
                if own < newcomers:
                    rows[own][own] += 1
                    sums[own] += 10 * won
                    if other < newcomers:
                        rows[own][other] = rows[own].get(other, 0) - 1
                    else:
                        sums[own] += 700 + 3 * other
    return rows, sums


Rows = Mapping[Player, Sequence[tuple[Player, int]]]
"""Each player's opponents, with the margin of each game."""


def average(rows: Rows, player: Player, values: Mapping[Player, Fraction]) -> Fraction:
    """Return the mean of a player's opponents."""
    return Fraction(sum(values[o] for o, _ in rows[player])) / len(rows[player])


def share(rows: Rows, player: Player) -> Fraction:
    """Return the share of games that a player won, above one half."""
    won = sum(2 * (m > 0) + (m == 0) for _, m in rows[player])
    return Fraction(won, 2 * len(rows[player])) - Fraction(1, 2)


def discs(rows: Rows, player: Player) -> Fraction:
    """Return a player's average margin."""
    return Fraction(sum(m for _, m in rows[player]), len(rows[player]))


def unsettled(
    starts: Mapping[Player, Start], rows: Rows, initial: Mapping[Player, Fraction]
) -> dict[Player, int]:
    """Return the ratings of new and provisional players, before feedback."""
    new = [p for p in rows if p not in initial]
    first = first_values({p: rows[p] for p in new}, initial)
    now = {
        p: half_up((first[p] + average(rows, p, {**initial, **first}) + 1000 * share(rows, p)) / 2)
        for p in new
    }
    values = {**initial, **{p: Fraction(rating) for p, rating in now.items()}}
    for p in rows:
        if p in initial and starts[p].games <= 15:
            mean = average(rows, p, values)
            rfx = (mean + 10 * discs(rows, p) + mean + 1000 * share(rows, p)) / 2
            g, m = starts[p].games, len(rows[p])
            now[p] = half_up((initial[p] * g + rfx * m) / (g + m))
    return now


def gains(
    own: Sequence[tuple[Player, int]], rating: Fraction, values: Mapping[Player, Fraction]
) -> tuple[int, int]:
    """Return the gain of a stable player by results (FA), and by margins (FB)."""
    one, two = Fraction(), Fraction()
    for o, m in own:
        apart = max(min(rating - values[o], Fraction(500)), Fraction(-500))
        one += Fraction(2 * (m > 0) + (m == 0), 2) - (Fraction(1, 2) + apart / 1000)
        if m:
            size = abs(m)
            k = 0 if size <= 4 else 5 if size <= 12 else 10 if size <= 24 else 15
            k = 20 if size > 40 else k
            two += (k if m > 0 else -k) - Fraction(35, 1000) * apart
    return half_up(40 * one), half_up(two / 2)


def fngo(
    starts: Mapping[Player, Start], games: Sequence[RatedGame]
) -> dict[Player, tuple[int, int | None, int | None, int, int]]:
    """Return for each player of one tournament: RF, FA, FB, feedback received, final rating."""
    rows = {p: [side(g, p) for g in games if p in g[3:5]] for p in players_of(games)}
    initial = {p: s.rating for p, s in starts.items() if s.rating is not None}
    now = unsettled(starts, rows, initial)
    values = initial | {p: Fraction(rating) for p, rating in now.items()}
    stable = [p for p in rows if p not in now]
    gained = {p: gains(rows[p], initial[p], values) for p in stable}
    feedback = dict.fromkeys(rows, 0)
    for p in stable:
        if sum(gained[p]) > max(50, 10 * len(rows[p])):
            for o, _ in rows[p]:
                feedback[o] += half_up(Fraction(sum(gained[p])) / 2 / len(rows[p]))
    rounds = max(len({(g.day, g.round) for g in games}), *(len(own) for own in rows.values()))
    found: dict[Player, tuple[int, int | None, int | None, int, int]] = {}
    for p, own in rows.items():
        if p in stable:
            fa, fb = gained[p]
            gain = max(fa + fb + feedback[p], -max(50, 10 * rounds))
            points = sum(Fraction(1 + (m > 0) - (m < 0), 2) for _, m in own)
            met = [max(min(initial[p] - values[o], Fraction(500)), Fraction(-500)) for o, _ in own]
            due = sum((Fraction(1, 2) + one / 1000 for one in met), Fraction())
            gain = max(gain, 0) if points > due or points == len(own) else gain
            found[p] = (int(initial[p]), fa, fb, feedback[p], int(initial[p]) + gain)
        else:
            found[p] = (now[p], None, None, feedback[p], now[p] + feedback[p])
    return found
