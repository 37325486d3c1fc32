"""Resuming a game that ended because a player left: a withdrawal or disqualification was lifted."""

from dataclasses import replace
from functools import reduce

from engine.competitions.competition import Competition
from engine.games.endings import lost_as
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.orders import Order, end, end_unbegun, lift
from engine.ids import Seat


def resumed(
    competition: Competition | None, game: Game, ended: GameEnded, order: Order, partner: Seat
) -> tuple[Event, ...]:
    """Return the events that take this end back; an opponent who has left, too, loses the game.

    `partner` is the seat of the opponent (art. 9.1, 10.3).
    """
    back = lift(game, replace(order, case=ended.ruling), ended.at)
    person = game.side(partner).person
    if competition is None or person not in competition.former_players:
        return back
    again = reduce(evolve, back, game)
    if ended.unbegun:
        return (*back, *end_unbegun(again, order, {person}))
    is_out = person in competition.excluded
    how = Ending.EXCLUDED if is_out else lost_as(again, partner, Ending.ABANDONED)
    return (*back, *end(again, order, how, partner))
