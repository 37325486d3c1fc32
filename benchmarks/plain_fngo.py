"""FNGO once more, in the plainest way, for one tournament. Shares no rule with `engine.ratings`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from benchmarks.plain_ratings import half_up, players_of, side
from engine.ratings.protocol import Game, Player, Start


def first_values(
    met: Mapping[Player, Sequence[tuple[Player, int]]], rated: Mapping[Player, Fraction]
) -> dict[Player, Fraction]:
    """Return the newcomers' first values by going round until nothing moves.

    Each step goes half of the way, so that it settles where the text's would swing; what it
    settles at is a fraction with a small denominator.
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
    """Return the solution of equations by eliminating one unknown after the other, in fractions."""
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
    """Return the equations of newcomers who met each other and some who are rated, by lot."""
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


def fngo(
    starts: Mapping[Player, Start], games: Sequence[Game]
) -> dict[Player, tuple[int, int | None, int | None, int, int]]:
    """Return of each player of one tournament: RF, FA, FB, feedback received, final rating."""
    everyone = players_of(games)
    rows = {p: [side(g, p) for g in games if p in g[3:5]] for p in everyone}
    initial = {p: s.rating for p, s in starts.items() if s.rating is not None}
    new = [p for p in everyone if p not in initial]
    provisional = [p for p in everyone if p in initial and starts[p].games <= 15]
    stable = [p for p in everyone if p in initial and starts[p].games > 15]

    def average(player: Player, values: Mapping[Player, Fraction]) -> Fraction:
        return Fraction(sum(values[o] for o, _ in rows[player])) / len(rows[player])

    def share(player: Player) -> Fraction:
        won = sum(2 * (m > 0) + (m == 0) for _, m in rows[player])
        return Fraction(won, 2 * len(rows[player])) - Fraction(1, 2)

    def discs(player: Player) -> Fraction:
        return Fraction(sum(m for _, m in rows[player]), len(rows[player]))

    values = dict(initial)
    first = first_values({p: rows[p] for p in new}, initial)
    for p in new:
        values[p] = Fraction(
            half_up((first[p] + average(p, initial | first) + 1000 * share(p)) / 2)
        )
    now: dict[Player, int] = {p: int(values[p]) for p in new}
    for p in provisional:
        mean = average(p, values)
        rfx = (mean + 10 * discs(p) + mean + 1000 * share(p)) / 2
        g, m = starts[p].games, len(rows[p])
        now[p] = half_up((initial[p] * g + rfx * m) / (g + m))
    values |= {p: Fraction(now[p]) for p in provisional}
    fa, fb = {}, {}
    for p in stable:
        one, two = Fraction(), Fraction()
        for o, m in rows[p]:
            apart = max(min(initial[p] - values[o], Fraction(500)), Fraction(-500))
            one += Fraction(2 * (m > 0) + (m == 0), 2) - (Fraction(1, 2) + apart / 1000)
            if m:
                size = abs(m)
                k = 0 if size <= 4 else 5 if size <= 12 else 10 if size <= 24 else 15
                k = 20 if size > 40 else k
                two += (k if m > 0 else -k) - Fraction(35, 1000) * apart
        fa[p], fb[p] = half_up(40 * one), half_up(two / 2)
    feedback = dict.fromkeys(everyone, 0)
    for p in stable:
        if fa[p] + fb[p] > max(50, 10 * len(rows[p])):
            for o, _ in rows[p]:
                feedback[o] += half_up(Fraction(fa[p] + fb[p]) / 2 / len(rows[p]))
    rounds = max(len({(g.day, g.round) for g in games}), *(len(own) for own in rows.values()))
    found: dict[Player, tuple[int, int | None, int | None, int, int]] = {}
    for p in everyone:
        if p in stable:
            gain = max(fa[p] + fb[p] + feedback[p], -max(50, 10 * rounds))
            gain = max(gain, 0) if fa[p] > 0 else gain
            found[p] = (int(initial[p]), fa[p], fb[p], feedback[p], int(initial[p]) + gain)
        else:
            found[p] = (now[p], None, None, feedback[p], now[p] + feedback[p])
    return found
