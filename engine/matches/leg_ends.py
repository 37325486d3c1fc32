"""The end of a game as its match records it: as it happened, and as it would be."""

from datetime import datetime

from engine.games.endings import acts_of, has_moved, lost_as, plain_end, scores_if_accepted
from engine.games.events import Ending
from engine.games.fold import recorded
from engine.games.game import Game
from engine.ids import Leg, PersonId, Seat
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.thinking_time import day_of


def leg_ended(game: Game, at: datetime) -> LegEnded:
    """Return the end of the finished game, with the figures for its coefficients."""
    end = game.ended
    if end is None:
        raise AssertionError("a game that runs has no end")
    acts, since = acts_of(game), game.ends[0].at
    return LegEnded(
        at=at,
        leg=game.leg,
        on=day_of(at, game.rules.time_zone),
        ending=end.ending,
        by=end.by,
        red_score=game.red.score,
        blue_score=game.blue.score,
        rounds=game.complete_rounds,
        declared=end.declared,
        silent=end.silent,
        acts=acts if len(acts) > 1 else (),
        withdrew=end.withdrew,
        if_accepted=scores_if_accepted(game),
        since=since,
        moved=tuple(seat for seat in Seat if has_moved(game, seat, since)),
    )


def unplayed(
    match: Match, leg: Leg, ending: Ending, person: PersonId | None, at: datetime
) -> LegEnded:
    """Return the end of a game that never began, and that this player loses, if any."""
    return LegEnded(
        at=at,
        leg=leg,
        on=day_of(at, match.rules.time_zone),
        ending=ending,
        by=None if person is None else match.seat_of(person, leg),
        red_score=0,
        blue_score=0,
        rounds=0,
        since=at,
    )


def leg_if_ended(game: Game, ending: Ending, by: Seat | None, at: datetime) -> LegEnded:
    """Return the end of the game if it ended so now; of a finished one, if it had ended so."""
    return leg_ended(recorded(game, (plain_end(game, ending, by, at),), at), at)


def leg_if_resigned(game: Game, by: Seat, at: datetime) -> LegEnded:
    """Return the end of the game if that player resigned it now; a no-show if they never moved."""
    return leg_if_ended(game, lost_as(game, by, Ending.ABANDONED), by, at)
