"""What a placement or a pass does to a game: board, hand, score, days, whose turn it is.

The events have been decided and are not judged here; `engine.games.fold` applies them.
"""

from dataclasses import replace

from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, Side, squares
from engine.ids import Seat
from engine.tiles import without


def placed(game: Game, event: PlacementMade) -> Game:
    """Return the game with the tiles on the board and the next ones in the hand."""
    side = game.side(event.by)
    drawn = min(game.drawn + len(event.tiles), len(game.sequence))
    word = zip(squares(event.square, event.axis, len(event.word)), event.word, strict=True)
    side = replace(
        side,
        rack=without(side.rack, event.tiles) + game.sequence[game.drawn : drawn],
        score=side.score + event.counted,
    )
    board = game.board.lay(word)
    return _moved(game, event, side, board=board, drawn=drawn, returnable=game.may_return)


def passed(game: Game, event: Passed) -> Game:
    """Return the game after PAS: only the days and the turn have changed."""
    return _moved(game, event, game.side(event.by), returnable=False)


def _moved(game: Game, event: PlacementMade | Passed, side: Side, **changes: object) -> Game:
    """Return the game with the days used, and the partner on turn since it was sent."""
    side = replace(side, days=side.days + event.days, moves=side.moves + 1)
    return replace(
        game,
        moves=(*game.moves, event),
        turn=event.by.partner,
        turns=game.turns + 1,
        received=event.sent,
        interruption_by=None,
        query="",
        **_half(event.by, side),  # type: ignore[arg-type]
        **changes,  # type: ignore[arg-type]  # fields of Game
    )


def with_side(game: Game, seat: Seat, **changes: object) -> Game:
    """Return the game with these fields of one player's half changed."""
    side = replace(game.side(seat), **changes)  # type: ignore[arg-type]  # fields of Side
    return replace(game, **_half(seat, side))  # type: ignore[arg-type]


def _half(seat: Seat, side: Side) -> dict[str, Side]:
    """Return that player's half under its name in a game."""
    return {"red" if seat is Seat.RED else "blue": side}


def adjusted(game: Game, red: int, blue: int) -> Game:
    """Return the game with these points added to the two scores."""
    return with_side(
        with_side(game, Seat.RED, score=game.red.score + red),
        Seat.BLUE,
        score=game.blue.score + blue,
    )
