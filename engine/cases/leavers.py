"""The end of a game that resumes although a player has left since (art. 9.1, 10.3).

A withdrawal or disqualification was lifted, or a ruling resumes the game.
"""

from dataclasses import replace
from functools import reduce

from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.games.endings import lost_as
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.lifting import LEFT
from engine.games.orders import Order, end, end_unbegun, lift_ends
from engine.ids import PersonId, Seat


def resumed(
    competition: Competition | None, game: Game, order: Order, ended: GameEnded, player: PersonId
) -> tuple[Event, ...]:
    """Lift the end that the player's leaving caused; if the opponent has left, they lose instead.

    Raises:
        EngineError: the game cannot resume.
    """
    back = lift_ends(game, order)
    again = reduce(evolve, back, game)
    lost = lost_by_leaver(competition, again, order, staying=player, unbegun=ended.unbegun)
    return (*back, *lost)


def lost_by_leaver(
    competition: Competition | None,
    game: Game,
    order: Order,
    *,
    staying: PersonId | None = None,
    unbegun: bool = False,
) -> tuple[Event, ...]:
    """Return the end of the running game whose player has left; no events if both still play.

    `staying` is a player who comes back by the same order; `unbegun`: nobody could begin the game.

    Raises:
        GameStateError: `player_has_left`, if both have left, so that the game cannot resume.
    """
    gone = competition.former_players - {staying} if competition else frozenset[PersonId]()
    left = [seat for seat in Seat if game.side(seat).person in gone]
    if competition is None or game.ended is not None or not left:
        return ()
    if len(left) > 1:
        raise GameStateError(Fault("player_has_left", "9.1", {"game": game.id}))
    (seat,) = left
    person = game.side(seat).person
    is_out = person in competition.excluded
    how = Ending.EXCLUDED if is_out else lost_as(game, seat, Ending.ABANDONED)
    ends = end_unbegun(game, order, {person}) if unbegun else end(game, order, how, seat)
    return tuple(replace(one, withdrew=not is_out, ruling=LEFT) for one in ends)
