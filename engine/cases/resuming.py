"""Resuming a game that ended because a player left: a withdrawal or disqualification was lifted."""

from dataclasses import replace
from functools import reduce

from engine.competitions.competition import Competition
from engine.games.endings import lost_as
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.lifting import in_force
from engine.games.orders import Order, end, end_unbegun, lift, open_again
from engine.ids import Seat


def lifted_end(game: Game, ended: GameEnded, order: Order) -> tuple[Event, ...]:
    """Return the events that take this end back.

    A later ruling may have given the game this end again; then it resumes.
    """
    made = (one.event for one in in_force(game.log))
    how = (ended.ending, ended.by)
    first = next(one for one in made if isinstance(one, GameEnded) and (one.ending, one.by) == how)
    back = lift(game, replace(order, case=first.ruling), first.at)
    again = reduce(evolve, back, game)
    return back if again.ended is None else (*back, open_again(again, order))


def lost_again(
    competition: Competition | None, game: Game, ended: GameEnded, order: Order, partner: Seat
) -> tuple[Event, ...]:
    """Return the end of the resumed game by an opponent who has left, too (art. 9.1, 10.3).

    `game` is the game once that end is taken back; `partner` is the seat of the opponent.
    """
    person = game.side(partner).person
    if competition is None or person not in competition.former_players:
        return ()
    if ended.unbegun:
        return end_unbegun(game, order, {person})
    is_out = person in competition.excluded
    how = Ending.EXCLUDED if is_out else lost_as(game, partner, Ending.ABANDONED)
    return end(game, order, how, partner)
