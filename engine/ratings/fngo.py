"""FNGO: Privitera's ratings of the Italian Othello federation; scores are discs, 64 to a game.

The text is "Nuovo sistema di calcolo del rating"; "phase" below means its five numbered phases. Its
table of the constants K is lost. `BANDS` agrees with every figure of the worked example, and
`FngoSeason.bands` accepts another table. `fngo_newcomers` solves the newcomers' equations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.fngo_newcomers import first_values
from engine.ratings.fngo_outcome import (
    PER_DISC,
    PER_SHARE,
    Estimate,
    Feedback,
    Met,
    PlayerGroup,
    StableChange,
    TournamentOutcome,
    Value,
    group_of,
)
from engine.ratings.protocol import Player, Season
from engine.ratings.tournaments import Tournament, tournaments
from engine.rounding import half_up

DISCS = 64
"""The discs of a game, and so its greatest difference."""
_RANGE = 500
"""The most by which one rating counts as ahead of another (phase 3)."""
_FA = 40
"""The points for each game won more than expected (FA)."""
_FB = 35
"""The factor of the part by discs (FB), in thousandths."""
_LEAST_CHANGE = 50
"""A gain up to this is shared with nobody, and a loss up to this is never cut."""
_PER_GAME = 10
"""A larger gain, by game, is shared with the opponents (phase 4); a loss, by round, is cut (5)."""


class ConstantBand(NamedTuple):
    """A range of disc differences and its constant K."""

    most: int
    """The greatest difference in the band."""
    k: int


BANDS = (
    ConstantBand(4, 0),
    ConstantBand(12, 5),
    ConstantBand(24, 10),
    ConstantBand(40, 15),
    ConstantBand(DISCS, 20),
)
"""Inferred from the worked example; the text's own table is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FngoSeason(Season):
    """The input, with the options of this system."""

    bands: tuple[ConstantBand, ...] = BANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class FngoRating:
    """A player's rating after the last tournament."""

    final: Value
    games: int
    """The number of all rated games of the player."""
    outcomes: tuple[TournamentOutcome, ...]
    """The player's tournaments, oldest first."""

    @property
    def group(self) -> PlayerGroup:
        """The player's group in the latest tournament, or in a next one if there was none."""
        if self.outcomes:
            return self.outcomes[-1].group
        return group_of(self.games)


def rate(season: FngoSeason) -> dict[Player, FngoRating]:
    """Return all ratings after the last tournament, best first.

    A tournament uses the ratings after the previous one. Newcomers who never played are left out.
    """
    ratings = {
        player: FngoRating(final=_whole(start.rating), games=start.games, outcomes=())
        for player, start in season.starts.items()
        if start.rating is not None
    }
    constants = _Constants(season.bands)
    for tournament in tournaments(season.games, season.leagues):
        for player, outcome in _rate_tournament(tournament, ratings, constants).items():
            before = ratings[player].outcomes if player in ratings else ()
            ratings[player] = FngoRating(
                final=outcome.final, games=outcome.games, outcomes=(*before, outcome)
            )
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].final, row[0])))


def _rate_tournament(
    tournament: Tournament, ratings: Mapping[Player, FngoRating], constants: "_Constants"
) -> dict[Player, TournamentOutcome]:
    """Return every player's outcome (phases 1 to 5)."""
    met: dict[Player, list[tuple[Player, int]]] = {player: [] for player in tournament.players}
    for game in tournament.games:
        difference = game.first_score - game.second_score
        met[game.first].append((game.second, difference))
        met[game.second].append((game.first, -difference))
    groups = {player: _group(ratings.get(player)) for player in met}
    worth, estimates = _estimated(met, groups, ratings)
    changes = {
        player: _change(ratings[player].final, met[player], worth[group], constants)
        for player, group in groups.items()
        if group is PlayerGroup.STABLE
    }
    per_game = {
        player: _feedback_per_game(change, len(met[player])) for player, change in changes.items()
    }
    given = {player: points for player, points in per_game.items() if points}
    most_lost = max(_LEAST_CHANGE, _PER_GAME * _rounds(tournament, met))
    return {
        player: TournamentOutcome(
            tournament=tournament,
            group=group,
            before=ratings[player].final if player in ratings else None,
            games_before=ratings[player].games if player in ratings else 0,
            met=met[player],
            worth=worth[group],
            estimate=estimates.get(player),
            change=changes.get(player),
            received=_feedback_from(met[player], given) if given else (),
            given=given.get(player, 0),
            most_lost=most_lost,
        )
        for player, group in groups.items()
    }


def _estimated(
    met: Mapping[Player, Met],
    groups: Mapping[Player, PlayerGroup],
    ratings: Mapping[Player, FngoRating],
) -> tuple[dict[PlayerGroup, Mapping[Player, Value]], dict[Player, Estimate]]:
    """Return all values as each group uses them, and the estimates of players who are not stable.

    Newcomers come first. Provisional players use the newcomers' new ratings, and stable players use
    the new ratings of both (phases 1, 2).
    """
    values: dict[Player, Value] = {
        player: ratings[player].final for player in met if player in ratings
    }
    new = {player: own for player, own in met.items() if groups[player] is PlayerGroup.NEW}
    firsts = first_values(new, values)
    worth: dict[PlayerGroup, Mapping[Player, Value]] = {PlayerGroup.NEW: {**values, **firsts}}
    estimates = {p: _newcomer(firsts[p], own, worth[PlayerGroup.NEW]) for p, own in new.items()}
    values = values | {player: one.rating for player, one in estimates.items()}
    worth[PlayerGroup.PROVISIONAL] = values
    provisional = {
        player: _provisional(ratings[player], met[player], values)
        for player, group in groups.items()
        if group is PlayerGroup.PROVISIONAL
    }
    worth[PlayerGroup.STABLE] = values | {player: one.rating for player, one in provisional.items()}
    return worth, estimates | provisional


def _whole(rating: Fraction) -> Value:
    """Return a whole number as an int, because ints are faster."""
    return int(rating) if rating.denominator == 1 else rating


def _group(rating: FngoRating | None) -> PlayerGroup:
    """Return the group of a player with that rating; None before their first tournament."""
    return PlayerGroup.NEW if rating is None else group_of(rating.games)


def _by_discs(met: Met, worth: Mapping[Player, Value]) -> Fraction:
    """Return the opponents' mean plus ten points for each disc of the mean difference."""
    sum_ = sum(worth[opponent] + PER_DISC * difference for opponent, difference in met)
    return Fraction(sum_) / len(met)


def _by_results(met: Met, worth: Mapping[Player, Value]) -> Fraction:
    """Return the opponents' mean plus 1000 times the share of points above one half."""
    sum_: Value = 0
    for opponent, difference in met:
        sum_ += worth[opponent] + PER_SHARE // 2 * ((difference > 0) - (difference < 0))
    return Fraction(sum_) / len(met)


def _newcomer(first: Fraction, met: Met, worth: Mapping[Player, Value]) -> Estimate:
    """Return a newcomer's rating from a known RFa (phase 1)."""
    by_results = _by_results(met, worth)
    rating = half_up((first + by_results) / 2)
    return Estimate(by_discs=first, by_results=by_results, rating=rating)


def _provisional(before: FngoRating, met: Met, worth: Mapping[Player, Value]) -> Estimate:
    """Return a provisional player's rating, averaged with the old one by games (phase 2)."""
    by_discs, by_results = _by_discs(met, worth), _by_results(met, worth)
    now = len(met)
    mean = (by_discs + by_results) / 2
    rating = half_up((before.final * before.games + mean * now) / (before.games + now))
    return Estimate(by_discs=by_discs, by_results=by_results, rating=rating)


def _change(
    own: Value, met: Met, worth: Mapping[Player, Value], constants: "_Constants"
) -> StableChange:
    """Return a stable player's change (phase 3)."""
    doubled = len(met)  # twice the points: one for each game, one more if won, one less if lost
    sum_of_k = 0
    apart: Value = 0  # the sum of DR over all games
    apart_decided: Value = 0  # and over the games that were not drawn
    for opponent, difference in met:
        # As `ahead`, without its two calls: this runs for every game of a season. The test
        # `test_ratings_are_those_of_the_plain_reading` compares them.
        lead = own - worth[opponent]
        if lead > _RANGE:
            lead = _RANGE
        elif lead < -_RANGE:
            lead = -_RANGE
        apart += lead
        if difference:
            doubled += 1 if difference > 0 else -1
            sum_of_k += constants[difference]
            apart_decided += lead
    # The text has 40 · (points − expected), where each game's expected points are ½ + DR / 1000;
    # and half of the sum of K − 0.035 · DR over the games not drawn. Both are rounded half up: the
    # floor of the fraction plus ½, on one denominator, because whole numbers are faster.
    gained = PER_SHARE // 2 * (doubled - len(met)) - apart  # 1000 · (points − expected)
    return StableChange(
        doubled=doubled,
        games=len(met),
        apart=apart,
        by_results=int((2 * _FA * gained + PER_SHARE) // (2 * PER_SHARE)),
        by_discs=int((PER_SHARE * (sum_of_k + 1) - _FB * apart_decided) // (2 * PER_SHARE)),
    )


def ahead(own: Value, other: Value) -> Value:
    """Return DR, the lead of a rating over another, at most 500 either way (phase 3)."""
    return min(max(own - other, -_RANGE), _RANGE)


def constant(difference: int, bands: Sequence[ConstantBand]) -> int:
    """Return K of a game won by so many discs, negative if lost; 0 if drawn (phase 3)."""
    k = next((band.k for band in bands if abs(difference) <= band.most), bands[-1].k)
    return k * ((difference > 0) - (difference < 0))


class _Constants(dict[int, int]):
    """K by disc difference for a table of bands, with each value cached."""

    def __init__(self, bands: Sequence[ConstantBand]) -> None:
        super().__init__()
        self.bands = bands

    def __missing__(self, difference: int) -> int:
        """Return K and store it."""
        k = self[difference] = constant(difference, self.bands)
        return k


def _feedback_per_game(change: StableChange, games: int) -> int:
    """Return the points for each opponent and game: half of a large gain, else 0 (phase 4)."""
    if change.total <= max(_PER_GAME * games, _LEAST_CHANGE):
        return 0
    return half_up(Fraction(change.total, 2 * games))


def _feedback_from(met: Met, given: Mapping[Player, int]) -> tuple[Feedback, ...]:
    """Return what a player receives from each opponent who gives any, in the order of play.

    `given` has the points that each of these gives for a game.
    """
    games: dict[Player, int] = {}
    for opponent, _ in met:
        if opponent in given:
            games[opponent] = games.get(opponent, 0) + 1
    return tuple(Feedback(opponent, given[opponent], count) for opponent, count in games.items())


def _rounds(tournament: Tournament, met: Mapping[Player, Met]) -> int:
    """Return the tournament's number of rounds, which decides the limit of losses (phase 5).

    Rounds have numbers, and a round may take two days. If a player has two games with one number,
    the numbers start again every day.
    """
    games = tournament.games
    most_played = max(len(own) for own in met.values())
    played = [(player, game.round) for game in games for player in (game.first, game.second)]
    if len(set(played)) == len(played):
        return max(most_played, len({game.round for game in games}))
    return max(most_played, len({(game.day, game.round) for game in games}))
