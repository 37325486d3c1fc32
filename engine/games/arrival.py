"""When the sheets of a turn reach the player to move: his time runs from that day.

Rules: art. 7.1. Pure. When Telegram took them is known elsewhere; the day is an argument.
"""

from dataclasses import replace
from datetime import date, datetime

from engine.games.events import SheetsArrived
from engine.games.game import Game, Stage


def arrival(game: Game, on: date, at: datetime) -> tuple[SheetsArrived, ...]:
    """Return what is recorded of sheets that reached the player to move on that day.

    Nothing where his time runs from that day, or a later one, already.
    """
    if game.stage is not Stage.RUNNING or on <= game.received:
        return ()
    return (SheetsArrived(at=at, by=game.turn, move=len(game.moves), sent=game.received, on=on),)


def awaited(game: Game, today: date) -> Game:
    """Return the game as it would stand if sheets that are under way arrived today."""
    return received_on(game, max(game.received, today))


def received_on(game: Game, day: date) -> Game:
    """Return the game as if the placement to be answered had arrived on that day."""
    return replace(game, received=day)
