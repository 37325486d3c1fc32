"""The games that a player resigns by leaving a match, and their coefficients.

Rules: art. 8–9. A running game is resigned; in a game that has not begun the player is a no-show.
The coefficients are calculated as for any other end.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.leg_ends import leg_if_resigned, unplayed
from engine.matches.match import Match
from engine.matches.results import match_coefficients


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignedGame:
    """A game that a player resigns, with the coefficients of the player and the opponent."""

    game: GameId
    leg: Leg
    own: Decimal
    partner: Decimal


def given_up(
    match: Match,
    running: Mapping[Leg, Game],
    person: PersonId,
    at: datetime,
    out: Container[PersonId] = (),
) -> tuple[ResignedGame, ...]:
    """Return the games of the match that the person resigns by leaving it, home game first.

    `running` has the running games of the match; two if a ruling resumed one. The coefficients
    count all these resignations: a player ahead over both games gets 0 in a resigned one (art.
    9.1). Players in `out` are disqualified, and win no game that never began (art. 10.3).
    """
    over, after = {one.leg for one in match.ended}, left_by(match, running, person, at, out)
    return tuple(
        ResignedGame(
            game=game_id(match.code, end.leg),
            leg=end.leg,
            own=(worth.first if end.by is Seat.RED else worth.second),
            partner=(worth.second if end.by is Seat.RED else worth.first),
        )
        for end, worth in zip(after.ended, match_coefficients(after).values(), strict=True)
        if end.leg not in over
    )


def left_by(
    match: Match,
    running: Mapping[Leg, Game],
    person: PersonId,
    at: datetime,
    out: Container[PersonId] = (),
) -> Match:
    """Return the match with the ends of all its games after the person has left it."""
    over = {*match.stated, *(one.leg for one in match.ended)}
    legs = [leg for leg in Leg if leg not in over]
    absentee = None if match.partner(person) in out else person
    for leg in legs:
        if leg in running:
            seat = Seat.RED if running[leg].red.person == person else Seat.BLUE
            match = match.with_end(leg_if_resigned(running[leg], seat, at))
        else:
            match = match.with_end(unplayed(match, leg, Ending.NO_SHOW, absentee, at))
    return match
