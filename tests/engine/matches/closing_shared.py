"""What `test_closing` and other tests share."""

from dataclasses import replace
from datetime import timedelta

from engine.games.fold import begin
from engine.games.game import Game
from engine.games.orders import Order
from engine.ids import GameId, Leg, Seat
from engine.matches.closing import (
    declare,
)
from engine.matches.decide import start_leg
from engine.matches.events import Statement
from engine.matches.match import Match
from tests.builders import ARBITER, START, noon, play, started
from tests.engine.matches.staged import after, joined, leg_ended

CLOSING = START + timedelta(days=60)


ORDER = Order(at=noon(70), arbiter=ARBITER, article="9.4", reason="Încheierea fazei")


MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN")


def unfinished(moves: int, received: int, leg: Leg = Leg.HOME) -> tuple[Match, Game]:
    """Return a match and its running game after so many moves, the last on that day."""
    match = after(joined(), *start_leg(joined(), noon()))
    if leg is Leg.RETURN:
        match = after(match, leg_ended())
        match = after(match, *start_leg(match, noon(received)))
    red, blue = match.colours(leg)
    first = replace(started(), red=red, blue=blue, leg=leg, game=GameId(f"K7QF/{leg.value}"))
    if leg is Leg.RETURN or not moves:
        first = replace(first, start=START + timedelta(days=received))
    game = begin(first)
    for number, move in enumerate(MOVES[:moves]):
        game = play(game, move, at=noon(received if number == moves - 1 else 0))
    return match, game


def saying(match: Match, game: Game, words: dict[Seat, Statement | None]) -> Match:
    """Return the match after both made that statement on the day after the closing."""
    for seat, statement in words.items():
        if statement is not None:
            who = game.side(seat).person
            said = declare(match, who, game.leg, statement, noon(61), closing=CLOSING, game=game)
            match = after(match, *said)
    return match
