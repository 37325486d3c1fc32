"""FNGO: Privitera's ratings of the Italian Othello federation; scores are discs, 64 to a game.

The text is "Nuovo sistema di calcolo del rating"; "phase" below means its five numbered phases.
Its table of the constants K is lost: `BANDS` agree with every figure of its worked example, and
`Season.bands` takes others. The newcomers' equations are solved in `fngo_newcomers`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.fngo_newcomers import first_values
from engine.ratings.fngo_outcome import (
    PROVISIONAL,
    Change,
    Estimate,
    Feedback,
    Group,
    Meeting,
    Outcome,
)
from engine.ratings.protocol import Game, Player, Start
from engine.ratings.tournaments import Tournament, tournaments
from engine.rounding import half_up

KEY = "fngo"
DISCS = 64
_PER_DISC = 10
_PER_SHARE = 1000
_RANGE = 500
_HALF = Fraction(1, 2)
_FA = 40
_FB = Fraction(35, 1000)
_LEAST = 50
_PER_GAME = 10


class Band(NamedTuple):
    """A range of disc differences and its constant K."""

    most: int
    """The greatest difference in it."""
    k: int


BANDS = (Band(4, 0), Band(12, 5), Band(24, 10), Band(40, 15), Band(DISCS, 20))
"""Inferred from the worked example; the text's own table is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """What is rated."""

    starts: Mapping[Player, Start]
    """Who is missing here is new."""
    games: Sequence[Game]
    bands: tuple[Band, ...] = BANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating after the last tournament."""

    final: Fraction
    games: int
    """All his rated games."""
    outcomes: tuple[Outcome, ...]
    """His tournaments, oldest first."""

    @property
    def group(self) -> Group:
        """Return how he was treated in his latest tournament, or would be without one."""
        if self.outcomes:
            return self.outcomes[-1].group
        return Group.PROVISIONAL if self.games <= PROVISIONAL else Group.STABLE


def rate(season: Season) -> dict[Player, Rating]:
    """Return everybody's ratings after the last tournament, best first.

    A tournament starts from the ratings after the one before. New players who have not played have
    no rating and are left out.
    """
    ratings = {
        player: Rating(final=start.rating, games=start.games, outcomes=())
        for player, start in season.starts.items()
        if start.rating is not None
    }
    for tournament in tournaments(season.games):
        for player, outcome in _rate_tournament(tournament, ratings, season.bands).items():
            before = ratings[player].outcomes if player in ratings else ()
            ratings[player] = Rating(
                final=outcome.final, games=outcome.games, outcomes=(*before, outcome)
            )
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].final, row[0])))


_Met = list[tuple[Player, int]]
"""Opponents and disc differences, in the order of play."""


def _rate_tournament(
    tournament: Tournament, ratings: Mapping[Player, Rating], bands: Sequence[Band]
) -> dict[Player, Outcome]:
    """Return everybody's outcome (phases 1 to 5)."""
    met: dict[Player, _Met] = {}
    for game in tournament.games:
        difference = game.first_score - game.second_score
        met.setdefault(game.first, []).append((game.second, difference))
        met.setdefault(game.second, []).append((game.first, -difference))
    groups = {player: _group(ratings.get(player)) for player in met}
    meetings, estimates = _estimated(met, groups, ratings)
    changes = {
        player: _change(ratings[player].final, meetings[player], bands)
        for player, group in groups.items()
        if group is Group.STABLE
    }
    given = {player: _given(change, len(met[player])) for player, change in changes.items()}
    most_lost = max(_LEAST, _PER_GAME * _rounds(tournament, met))
    return {
        player: Outcome(
            tournament=tournament,
            group=group,
            before=ratings[player].final if player in ratings else None,
            games_before=ratings[player].games if player in ratings else 0,
            meetings=meetings[player],
            estimate=estimates.get(player),
            change=changes.get(player),
            received=_received(met[player], given),
            given=given.get(player, 0),
            most_lost=most_lost,
        )
        for player, group in groups.items()
    }


def _estimated(
    met: Mapping[Player, _Met], groups: Mapping[Player, Group], ratings: Mapping[Player, Rating]
) -> tuple[dict[Player, tuple[Meeting, ...]], dict[Player, Estimate]]:
    """Return everybody's meetings, and the estimates of all who are not stable (phases 1, 2).

    Newcomers come first; provisional players meet them at their new ratings, and stable players
    meet both so.
    """
    values = {player: ratings[player].final for player in met if player in ratings}
    new = {player: own for player, own in met.items() if groups[player] is Group.NEW}
    firsts = first_values(new, values)
    meetings = {player: _meetings(own, values | firsts) for player, own in new.items()}
    estimates = {player: _newcomer(firsts[player], own) for player, own in meetings.items()}
    for group in (Group.PROVISIONAL, Group.STABLE):
        values |= {player: Fraction(one.rating) for player, one in estimates.items()}
        ours = {p: _meetings(own, values) for p, own in met.items() if groups[p] is group}
        meetings |= ours
        if group is Group.PROVISIONAL:
            estimates |= {p: _provisional(ratings[p], own) for p, own in ours.items()}
    return meetings, estimates


def _group(rating: Rating | None) -> Group:
    if rating is None:
        return Group.NEW
    return Group.PROVISIONAL if rating.games <= PROVISIONAL else Group.STABLE


def _meetings(met: _Met, values: Mapping[Player, Fraction]) -> tuple[Meeting, ...]:
    return tuple(
        Meeting(opponent=opponent, rating=values[opponent], difference=difference)
        for opponent, difference in met
    )


def _by_discs(meetings: Sequence[Meeting]) -> Fraction:
    """Return the opponents' mean, and ten points for each disc of the mean difference."""
    sum_ = sum(one.rating + _PER_DISC * one.difference for one in meetings)
    return Fraction(sum_, len(meetings))


def _by_results(meetings: Sequence[Meeting]) -> Fraction:
    """Return the opponents' mean, and 1000 for the share of points above one half."""
    sum_ = sum(one.rating + _PER_SHARE * (one.score - _HALF) for one in meetings)
    return Fraction(sum_, len(meetings))


def _newcomer(first: Fraction, meetings: Sequence[Meeting]) -> Estimate:
    """Return a newcomer's rating, RFa being known (phase 1)."""
    by_results = _by_results(meetings)
    rating = half_up((first + by_results) / 2)
    return Estimate(by_discs=first, by_results=by_results, rating=rating)


def _provisional(before: Rating, meetings: Sequence[Meeting]) -> Estimate:
    """Return a provisional player's rating, weighed with the one before by games (phase 2)."""
    by_discs, by_results = _by_discs(meetings), _by_results(meetings)
    now = len(meetings)
    mean = (by_discs + by_results) / 2
    rating = half_up((before.final * before.games + mean * now) / (before.games + now))
    return Estimate(by_discs=by_discs, by_results=by_results, rating=rating)


def _change(own: Fraction, meetings: Sequence[Meeting], bands: Sequence[Band]) -> Change:
    """Return a stable player's change (phase 3)."""
    points = sum((one.score for one in meetings), Fraction())
    expected, discs = Fraction(), Fraction()
    for one in meetings:
        apart = ahead(own, one.rating)
        expected += _HALF + apart / _PER_SHARE
        if one.difference:
            discs += constant(one.difference, bands) - _FB * apart
    return Change(
        points=points,
        expected=expected,
        by_results=half_up(_FA * (points - expected)),
        by_discs=half_up(discs / 2),
    )


def ahead(own: Fraction, other: Fraction) -> Fraction:
    """Return DR, by how much a rating is ahead, at most 500 either way (phase 3)."""
    return min(max(own - other, Fraction(-_RANGE)), Fraction(_RANGE))


def constant(difference: int, bands: Sequence[Band]) -> int:
    """Return K of a game won, or lost, by so many discs; 0 if drawn (phase 3)."""
    k = next((band.k for band in bands if abs(difference) <= band.most), bands[-1].k)
    return k if difference > 0 else -k if difference < 0 else 0


def _given(change: Change, games: int) -> int:
    """Return what goes to each opponent for each game: half the gain, where it is great (4)."""
    if change.total <= max(_PER_GAME * games, _LEAST):
        return 0
    return half_up(Fraction(change.total, 2 * games))


def _received(met: _Met, given: Mapping[Player, int]) -> tuple[Feedback, ...]:
    games: dict[Player, int] = {}
    for opponent, _ in met:
        games[opponent] = games.get(opponent, 0) + 1
    return tuple(
        Feedback(opponent, given[opponent], count)
        for opponent, count in games.items()
        if given.get(opponent)
    )


def _rounds(tournament: Tournament, met: Mapping[Player, _Met]) -> int:
    """Return how many rounds were played: the limit is the tournament's, not the player's (5)."""
    numbered = {(game.day, game.round) for game in tournament.games}
    return max(len(numbered), *(len(own) for own in met.values()))
