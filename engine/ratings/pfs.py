"""PFS: the Polish federation's ranking by Hollington's method, and tournament ratings.

The text is the "Regulamin rankingowy" in force from 3 August 2015; "§" below means its paragraphs.
`pfs_history` calculates a player's rating on a day; `pfs_check` checks whether a tournament may be
rated at all (§4).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from engine.ratings.pfs_history import History
from engine.ratings.pfs_values import Favourites, PfsBlock, PfsRating, Selection, TemporaryRating
from engine.ratings.protocol import Player, RatedGame, Season, Start
from engine.ratings.tournaments import Tournament, tournaments

BONUS = 50
"""The points that a win adds to the opponent's rating, and a loss takes off (§1.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PfsSeason(Season):
    """The input, with the options of this system and the date of the list."""

    day: date
    selection: Selection = Selection.LATEST
    favourites: Favourites = Favourites.SCALPS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The list of a date, the players not yet on it, and temporary ratings."""

    listed: Mapping[Player, PfsRating]
    """Sorted by exact rating."""
    places: Mapping[Player, int]
    """Players with equal exact ratings share the better rank."""
    waiting: Mapping[Player, PfsRating]
    """Players with fewer than 30 games in the period."""
    temporary: Mapping[Player, TemporaryRating]
    """Ratings for a tournament that begins on the list's date."""


def rate(season: PfsSeason) -> Ranking:
    """Return the list of a date, from tournaments that ended in the two years before it.

    Each tournament is rated by the list of its first day.
    """
    histories = _histories(season)
    listed: dict[Player, PfsRating] = {}
    waiting: dict[Player, PfsRating] = {}
    temporary: dict[Player, TemporaryRating] = {}
    for player, history in histories.items():
        rating, is_listed = history.rating(season.day, season.selection)
        if rating is not None:
            (listed if is_listed else waiting)[player] = rating
        for_now = history.temporary(rating if is_listed else None)
        if for_now is not None:
            temporary[player] = for_now
    listed = _by_rating(listed)
    return Ranking(
        listed=listed,
        places=_places(listed),
        waiting=_by_rating(waiting),
        temporary=dict(sorted(temporary.items())),
    )


def courses(season: PfsSeason) -> dict[Player, list[tuple[date, int]]]:
    """Return each listed player's rating after each of their tournaments, with its last day.

    It is that of the next day's list (§1.2); tournaments after which they are not on it are absent.
    """
    by_player: dict[Player, list[tuple[date, int]]] = defaultdict(list)

    def ended(blocks: Mapping[Player, PfsBlock], histories: Mapping[Player, History]) -> None:
        for player, block in blocks.items():
            day = block.last_day
            rating, is_listed = histories[player].rating(day + timedelta(days=1), season.selection)
            if rating is not None and is_listed:
                by_player[player].append((day, rating.rounded))

    _histories(season, ended)
    return by_player


def _by_rating(ratings: Mapping[Player, PfsRating]) -> dict[Player, PfsRating]:
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].exact, row[0])))


def _places(listed: Mapping[Player, PfsRating]) -> dict[Player, int]:
    places: dict[Player, int] = {}
    place, exact = 0, None
    for number, (player, rating) in enumerate(listed.items(), 1):
        if rating.exact != exact:
            place, exact = number, rating.exact
        places[player] = place
    return places


_Ended = Callable[[Mapping[Player, PfsBlock], Mapping[Player, History]], None]
"""Called after each tournament with its games by player, and with all histories."""


def _histories(season: PfsSeason, ended: _Ended = lambda *_: None) -> dict[Player, History]:
    """Return all histories before the season's day, with the scalp of each game (§1.1)."""
    played = [one for one in tournaments(season.games, season.leagues) if one.last_day < season.day]
    eve = min((one.first_day for one in played), default=season.day) - timedelta(days=1)
    histories = {player: History(start, eve) for player, start in season.starts.items()}
    rated: list[tuple[date, int, dict[Player, PfsBlock]]] = []
    for number, one in enumerate(sorted(played, key=lambda one: one.first_day)):
        while rated and rated[0][0] < one.first_day:
            _enter(heapq.heappop(rated)[2], histories, ended)
        for player in one.players:
            if player not in histories:
                histories[player] = History(Start(), eve)
        ratings = {
            player: histories[player].tournament_rating(one.first_day, season.selection)
            for player in one.players
        }
        heapq.heappush(rated, (one.last_day, number, _blocks(one, ratings, season.favourites)))
    while rated:
        _enter(heapq.heappop(rated)[2], histories, ended)
    return histories


def _enter(
    blocks: Mapping[Player, PfsBlock], histories: Mapping[Player, History], ended: _Ended
) -> None:
    for player, block in blocks.items():
        histories[player].enter(block)
    ended(blocks, histories)


def scalps_of(
    game: RatedGame, ratings: Mapping[Player, int], favourites: Favourites
) -> tuple[int, int]:
    """Return the scalps of both players: the opponent's rating ± 50 (§1.1), or their own rating."""
    first, second = ratings[game.first], ratings[game.second]
    margin = game.first_score - game.second_score
    if (
        favourites is Favourites.OWN
        and (first - second) * margin > 0
        and abs(first - second) > BONUS
    ):
        return first, second
    bonus = BONUS if margin > 0 else -BONUS if margin < 0 else 0
    return second + bonus, first - bonus


def _blocks(
    one: Tournament, ratings: Mapping[Player, int], favourites: Favourites
) -> dict[Player, PfsBlock]:
    """Return every player's number of games and sum of scalps in a tournament (§1.1)."""
    scalps = dict.fromkeys(ratings, 0)
    counts = dict.fromkeys(ratings, 0)
    for game in one.games:
        first, second = scalps_of(game, ratings, favourites)
        scalps[game.first] += first
        scalps[game.second] += second
        counts[game.first] += 1
        counts[game.second] += 1
    return {
        player: PfsBlock(
            tournament=one,
            last_day=one.last_day,
            games=counts[player],
            scalps=scalps[player],
            ratings=ratings,
        )
        for player in ratings
    }
