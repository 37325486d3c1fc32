"""The rating systems in the simplest form: directly from the rules, without regard to speed.

Benchmarks and tests compare with it. It shares nothing with `engine.ratings` except the input
values. `number` is `Fraction` for exact figures, or `float`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import floor

from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.pfs_values import Selection
from engine.ratings.protocol import Player, RatedGame, Start

Number = Callable[[int], Fraction] | Callable[[int], float]
Real = Fraction | float
Values = dict[Player, Real]

FRS_GAMES = {
    "classic": 20,
    "completive": 18,
    "elliptic": 14,
    "composition": 18,
    "anticipation": 14,
    "free": 8,
}


def half_up(value: Real) -> int:
    """Round to the nearest whole number, half up."""
    return floor(value + Fraction(1, 2))


def frs(
    events: Sequence[CalendarGame], number: Number = Fraction
) -> dict[FrsType, tuple[Values, list[Real]]]:
    """Return, by type, the ratings after the last game and the values of all games."""
    found = {}
    for kind in {event.kind for event in events}:
        size = FRS_GAMES[kind]
        games = [event for event in events if event.kind is kind]
        points: list[Values] = []
        values: list[Real] = []
        current: Values = {}
        for k, event in enumerate(games):
            everyone = len(event.places)
            value = sum((current.get(p, number(150)) for p in event.places), number(0)) / everyone
            values.append(value)
            points.append({})
            for player, place in event.places.items():
                shared = sorted(event.places.values())
                positions = [i for i, other in enumerate(shared, 1) if other == place]
                mean = number(sum(positions)) / len(positions)
                points[k][player] = value + 50 * (everyone - 2 * mean + 1) / (everyone - 1)
            current = {}
            for player in {player for one in points for player in one}:
                above, below = number(0), 0
                for i in range(max(0, k - size + 1), k + 1):
                    if player in points[i]:
                        weight = 155 + 5 * size + 10 * (i - k - 1)
                        above += weight * points[i][player]
                        below += weight
                if below:
                    current[player] = above / below
        found[kind] = (current, values)
    return found


def divisions(games: Sequence[RatedGame]) -> list[list[RatedGame]]:
    """Return the games by tournament (one name, no week between days), in the order of rating."""
    names = list(dict.fromkeys(game.tournament for game in games))
    found: list[list[RatedGame]] = []
    for name in names:
        played = sorted(game for game in games if game.tournament == name)
        last = None
        for game in played:
            if last is None or game.day - last >= timedelta(days=7):
                found.append([])
            found[-1].append(game)
            last = game.day
    return sorted(found, key=lambda one: (one[-1].day, one[0].day))


def side(game: RatedGame, player: Player) -> tuple[Player, int]:
    """Return the player's opponent, and the player's margin."""
    if game.first == player:
        return game.second, game.first_score - game.second_score
    return game.first, game.second_score - game.first_score


def players_of(games: Sequence[RatedGame]) -> list[Player]:
    """Return all players of the games."""
    return list(dict.fromkeys(player for game in games for player in (game.first, game.second)))


def bonus(margin: int) -> int:
    """Return the bonus for a margin: 50 for a win, −50 for a loss, 0 for a draw."""
    return 50 if margin > 0 else -50 if margin < 0 else 0


def mean_of(values: Sequence[Fraction | int]) -> Fraction:
    """Return the mean of the values, as a fraction."""
    return Fraction(sum(values)) / len(values)


def absp_rating(values: Sequence[Fraction], window: int) -> Fraction:
    """Return the rating from game points, of which the newest weigh most."""
    top = window * 3 // 2
    newest = values[::-1][:window]
    above = sum((w * p for w, p in zip(range(top, 0, -1), newest, strict=False)), Fraction())
    return max(above / sum(range(top, top - len(newest), -1)), Fraction(50))


def absp_points(
    division: list[RatedGame], rated: Mapping[Player, int]
) -> dict[Player, list[Fraction]]:
    """Return each player's mean of game points, once for each of their games."""
    mine = {p: [side(g, p) for g in division if p in g[3:5]] for p in players_of(division)}
    first, second = {}, {}
    for player, met_all in mine.items():
        if player not in rated:
            met = [rated[o] + bonus(m) for o, m in met_all if o in rated]
            first[player] = mean_of(met) if met else Fraction(100)
    worth: dict[Player, Fraction | int] = {**rated, **first}
    for player in first:
        second[player] = mean_of([worth[o] + bonus(m) for o, m in mine[player]])
    got = {p: [value] * len(mine[p]) for p, value in second.items()}
    for player, met_all in mine.items():
        if player in rated:
            own = rated[player]
            values = [
                (min(max(rated[o], own - 40), own + 40) if o in rated else second[o]) + bonus(m)
                for o, m in met_all
            ]
            got[player] = [mean_of(values)] * len(values)
    return got


def absp(
    starts: Mapping[Player, Start], games: Sequence[RatedGame], window: int = 150
) -> tuple[dict[Player, Fraction], dict[Player, Fraction]]:
    """Return overall ratings before rounding, and those of the latest tournaments."""
    points: dict[Player, list[Fraction]] = {}
    exact: dict[Player, Fraction] = {}
    latest: dict[Player, Fraction] = {}
    for player, start in starts.items():
        if start.rating is not None:
            exact[player] = start.rating
            known = start.games if start.weighted_games is None else start.weighted_games
            points[player] = [start.rating] * min(known, window)
    for division in divisions(games):
        rated = {p: half_up(exact[p]) for p in players_of(division) if p in exact}
        got = absp_points(division, rated)
        again = {}
        for player, own in rated.items():
            new = half_up(absp_rating(points[player] + got[player], window))
            if len(points[player]) < 30 and abs(new - own) >= 10:
                again[player] = new
        got = absp_points(division, rated | again)
        for player, new_points in got.items():
            points.setdefault(player, []).extend(new_points)
            exact[player] = absp_rating(points[player], window)
            latest[player] = new_points[0]
    return exact, latest


class PlainPfs:
    """The Polish list; every tournament rating is calculated from the whole history."""

    def __init__(
        self,
        starts: Mapping[Player, Start],
        games: Sequence[RatedGame],
        selection: Selection = Selection.LATEST,
    ) -> None:
        self.starts = starts
        self.selection = selection
        self.played: list[tuple[date, dict[Player, list[int]]]] = []
        """Last days and scalps of each tournament, by last day."""
        self.divisions = sorted(divisions(games), key=lambda one: one[0].day)

    def run(self, day: date) -> None:
        """Rate all tournaments that ended before the day."""
        self.eve = day - timedelta(days=1)
        ours = [one for one in self.divisions if one[-1].day < day]
        if ours:
            self.eve = ours[0][0].day - timedelta(days=1)
        for one in ours:
            ratings = {p: self.tournament_rating(p, one[0].day) for p in players_of(one)}
            scalps: dict[Player, list[int]] = {}
            for game in one:
                for player in game[3:5]:
                    opponent, margin = side(game, player)
                    scalps.setdefault(player, []).append(ratings[opponent] + bonus(margin))
            self.played.append((one[-1].day, scalps))

    def history(self, player: Player, day: date) -> list[tuple[date, list[Real], bool]]:
        """Return a player's tournaments that ended before the day, newest first.

        Each is a tuple: its last day, its scalps, and whether its games count one by one.
        """
        found: list[tuple[date, list[Real], bool]] = [
            (end, list(scalps[player]), False)
            for end, scalps in self.played
            if end < day and player in scalps
        ]
        start = self.starts.get(player, Start())
        if start.rating is not None and start.games:
            found.append((self.eve, [start.rating] * start.games, True))
        found.reverse()  # of two tournaments that end on one day, the later start is the newer one
        return sorted(found, key=lambda row: row[0], reverse=True)

    def list_rating(self, player: Player, day: date) -> tuple[Real, int, bool] | None:
        """Return the rating in the day's list, its games, and whether it is listed; or None."""
        old = date(day.year - 2, day.month, min(day.day, 28) if day.month == 2 else day.day)
        blocks = [row for row in self.history(player, day) if row[0] >= old]
        total = sum(len(scalps) for _, scalps, _ in blocks)
        if not total:
            return None
        choose = self.latest if self.selection is Selection.LATEST else self.best
        counted = choose(blocks)
        return sum(counted, Fraction()) / len(counted), len(counted), total >= 30

    @staticmethod
    def latest(blocks: list[tuple[date, list[Real], bool]]) -> list[Real]:
        """Return the scalps of the newest tournaments, 200 at most."""
        counted: list[Real] = []
        for number, (_, scalps, is_loose) in enumerate(blocks):
            if is_loose:
                counted += scalps[: max(200 - len(counted), 0)]
            elif len(counted) + len(scalps) <= 200 or not number:
                counted += scalps
            else:
                break
        return counted

    @staticmethod
    def best(blocks: list[tuple[date, list[Real], bool]]) -> list[Real]:
        """Return the scalps left when the worst tournaments are dropped down to 200."""
        oldest_first = blocks[::-1]
        left = sorted(oldest_first, key=lambda row: sum(row[1], Fraction()) / len(row[1]))
        while sum(len(row[1]) for row in left) > 200 and (len(left) > 1 or left[0][2]):
            if left[0][2]:
                left[0][1].pop()
            if not left[0][2] or not left[0][1]:
                left.pop(0)
        return [scalp for row in left for scalp in row[1]]

    def tournament_rating(self, player: Player, day: date) -> int:
        """Return the rating for a tournament beginning on the day."""
        listed = self.list_rating(player, day)
        if listed is not None and listed[2]:
            return max(half_up(listed[0]), 100)
        blocks = self.history(player, day)
        start = self.starts.get(player, Start())
        known = sum(len(scalps) for _, scalps, _ in blocks)
        before = start.career_games if start.career_games is not None else start.games
        career = known + max(before - (start.games if start.rating is not None else 0), 0)
        if career < 30:
            scalps = [scalp for row in blocks for scalp in row[1]] + [Fraction(100)] * (30 - known)
            return max(half_up(sum(scalps, Fraction()) / len(scalps)), 100)
        newest: list[Real] = []
        for _, scalps, is_loose in blocks:
            if len(newest) < 30:
                newest += scalps[: 30 - len(newest)] if is_loose else scalps
        return max(half_up(sum(newest, Fraction()) / len(newest)), 100) if newest else 100
