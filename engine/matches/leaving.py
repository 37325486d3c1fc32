"""The games that a player resigns by leaving a match, and their coefficients.

Rules: art. 8–9. A running game is resigned; in a game that has not begun the player is a no-show.
The coefficients are calculated as for any other end.
"""

from collections.abc import Container, Mapping
from datetime import datetime

from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import Leg, PersonId
from engine.matches.leg_ends import leg_if_resigned, unplayed
from engine.matches.match import Match
from engine.matches.results import OwnResult, results_since


def games_left(
    match: Match,
    running: Mapping[Leg, Game],
    player: PersonId,
    at: datetime,
    excluded: Container[PersonId] = (),
) -> tuple[OwnResult, ...]:
    """Return the results of the games that the player resigns by leaving, home game first.

    The coefficients count all these resignations: a player ahead over both games gets 0 in a
    resigned one (art. 9.1). The arguments are those of `match_left`.
    """
    left = match_left(match, running, player, at, excluded)
    return tuple(results_since(match, left, player))


def match_left(
    match: Match,
    running: Mapping[Leg, Game],
    player: PersonId,
    at: datetime,
    excluded: Container[PersonId] = (),
) -> Match:
    """Return the match with the ends of all its games after the player has left it.

    `running` has the running games of the match; two if a ruling resumed one. Players in `excluded`
    are disqualified, and win no game that never began (art. 10.3).
    """
    absentee = None if match.partner(player) in excluded else player
    for leg in Leg:
        if leg in running:
            seat = match.seat_of(player, leg)
            match = match.with_end(leg_if_resigned(running[leg], seat, at))
        elif leg not in match.stated and match.end_of(leg) is None:
            match = match.with_end(unplayed(match, leg, Ending.NO_SHOW, absentee, at))
    return match
