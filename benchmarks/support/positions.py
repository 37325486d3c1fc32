"""Positions for the benchmarks: games between two players who make the best of some plays."""

import random
from dataclasses import dataclass
from functools import cache

from engine.board import EMPTY, Axis, Board, Square
from engine.generator import plays
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025
from engine.tiles import JOKER, load_tile_set
from engine.words.dawg import Dawg
from engine.words.lexicon import open_lexicon

TILES = load_tile_set("ro")
MIDDLE = range(6, 20)
"""The moves of a game that count as its middle."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the tiles of the player to move."""

    board: Board
    rack: str


@cache
def graph() -> Dawg:
    """Return the graph of the shipped edition."""
    return open_lexicon().graph


@cache
def middle_games(games: int) -> tuple[Position, ...]:
    """Return the positions in the middle of that many games, without blanks."""
    return tuple(
        position
        for number in range(games)
        for turn, position in enumerate(_game(random.Random(number)))
        if turn in MIDDLE
    )


def with_blanks(position: Position, jokers: int) -> Position:
    """Return the position with that many tiles of the rack turned into blanks."""
    return Position(position.board, position.rack[jokers:] + JOKER * jokers)


def _game(chance: random.Random) -> list[Position]:
    bag = [letter for letter, n in TILES.counts.items() if letter != JOKER for _ in range(n)]
    chance.shuffle(bag)
    hands, bag = [bag[:7], bag[7:14]], bag[14:]
    board, positions = Board(), []
    for turn in range(MIDDLE.stop):
        hand = hands[turn % 2]
        positions.append(Position(board, "".join(hand)))
        found = plays(board, "".join(hand), graph(), TILES, NATIONAL_2025)
        if not found or not bag:
            break
        play = max(chance.sample(found, min(30, len(found))), key=lambda play: play.score)
        laid = [(s, t) for s, t in squares(play.placement) if board[s] == EMPTY]
        board = board.lay(laid)
        for _, tile in laid:
            hand.remove(tile)
        hand += bag[: len(laid)]
        bag = bag[len(laid) :]
    return positions


def squares(placement: Placement) -> list[tuple[Square, str]]:
    """Return the squares of the word with its letters."""
    row, column = placement.square
    down, right = (0, 1) if placement.axis is Axis.ACROSS else (1, 0)
    return [
        (Square(row + i * down, column + i * right), tile) for i, tile in enumerate(placement.word)
    ]
