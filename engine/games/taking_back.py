"""Moves taken back and let stand again: the game as it stood, with the clocks worked out anew.

A placement returned by the partner, moves annulled or restored by the arbiter, an end that proves
to be none (art. 5.2, 5.3, 10). The events have been decided; `engine.games.fold` applies them.
"""

from dataclasses import replace

from engine.board import EMPTY_BOARD
from engine.clock import is_exceeded
from engine.errors import BrokenLog
from engine.games.events import PlacementMade, PlacementReturned
from engine.games.game import Game, Move, index_of, written
from engine.games.moving import adjusted, passed, placed, with_side
from engine.games.ruling_events import GameReopened, MovesAnnulled, MovesRestored
from engine.ids import Seat


def returned(game: Game, event: PlacementReturned) -> Game:
    """Take the last placement back; the days it used stay used, leave stays as announced."""
    placement = game.last_move
    if not isinstance(placement, PlacementMade):
        raise BrokenLog("there is no placement to return")
    returned_ones = (*game.returned, (placement, event))
    noted = replace(game, returned=returned_ones, courses=(*game.courses, game.moves))
    return replace(_rewound(noted, len(game.moves) - 1), received=event.on)


def annulled(game: Game, event: MovesAnnulled) -> Game:
    """Take the game back to the moves that still stand, and work the clocks out anew."""
    if not 0 <= event.keep < len(game.moves):
        raise BrokenLog("there is no such placement to go back to")
    gone = tuple((move, event) for move in game.moves[event.keep :])
    noted = replace(game, annulled=(*game.annulled, *gone), courses=(*game.courses, game.moves))
    return _judged_anew(replace(_rewound(noted, event.keep), received=event.on))


def restored(game: Game, event: MovesRestored) -> Game:
    """Let the moves stand again, as they were, and work the clocks out anew."""
    runs = [
        run
        for run in game.voided
        if (run.event.at, run.keep) == (event.voided, event.keep)
        and event.first in {"", written(run.moves[0])}
    ]
    if not runs or event.keep != len(game.moves):
        raise BrokenLog("there are no such moves to restore")
    run = runs[-1]
    noted = replace(
        game,
        moves=(*game.moves, *run.moves),
        returned=tuple(entry for entry in game.returned if entry[1] != run.event),
        annulled=tuple(entry for entry in game.annulled if entry[1] != run.event),
    )
    return _judged_anew(replace(_rewound(noted, len(noted.moves)), received=event.on))


def reopened(game: Game, event: GameReopened) -> Game:
    """Take the end back, with what it did to the scores."""
    if game.ended is None:
        raise BrokenLog("only a game that is over can be opened again")
    open_again = adjusted(game, -game.ended.red_adjustment, -game.ended.blue_adjustment)
    return _judged_anew(replace(open_again, ended=None, received=event.on))


def void_moves(game: Game, seat: Seat) -> tuple[Move, ...]:
    """Return the seat's moves that no longer stand but whose days stay used (art. 5.2, 7.1).

    A returned placement's stay used, an annulled move's are given back unless the ruling charged
    them. A later annulment to a placement before it gives back whatever was charged.
    """
    charged = [
        *((move, back.at) for move, back in game.returned),
        *((move, ruling.at) for move, ruling in game.annulled if ruling.charged),
    ]
    free = {(ruling.at, ruling.keep) for _, ruling in game.annulled if not ruling.charged}
    return tuple(
        move
        for move, since in charged
        if move.by is seat and not any(at >= since and keep <= index_of(move) for at, keep in free)
    )


def _judged_anew(game: Game) -> Game:
    """Return the game with the finding of exceeded time that its days make now (art. 7.2)."""
    for seat in Seat:
        exceeded = is_exceeded(game.side(seat).days, game.allowance(seat))
        game = with_side(game, seat, time_exceeded=exceeded)
    return game


def _rewound(game: Game, keep: int) -> Game:
    """Return the game after its first `keep` moves, with leave and granted days as they are now."""
    back = _at_start(game)
    for move in game.moves[:keep]:
        back = placed(back, move) if isinstance(move, PlacementMade) else passed(back, move)
    for seat in Seat:
        void = sum(move.days for move in void_moves(game, seat))
        back = with_side(back, seat, days=back.side(seat).days + void)
    return replace(back, returnable=False)


def _at_start(game: Game) -> Game:
    """Return the game before its first move, people, leave and granted days as they are now."""
    size = game.rules.rack_size
    racks = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size : 2 * size]}
    bare = replace(
        game,
        board=EMPTY_BOARD,
        drawn=2 * size,
        moves=(),
        turn=Seat.RED,
        received=game.start,
        interruption_by=None,
    )
    for seat, rack in racks.items():
        bare = with_side(bare, seat, rack=rack, score=0, days=0, moves=0)
    return bare
