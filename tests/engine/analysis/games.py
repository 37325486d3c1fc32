"""Whole games with few tiles and the small list, played at random, with racks as drawn."""

import random
from dataclasses import replace
from functools import cache

from engine.analysis.positions import RecordPosition, positions
from engine.board import Board
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GameRecord, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.placement import new_tiles
from engine.tiles import TileSet, load_tile_set, without
from tests.engine.tried import LISTS, tried

RO = load_tile_set("ro")
BAG = "AAAAAEEEEEIIIIRRRRSSSTTTNNCCLM"


@cache
def whole_game(seed: int) -> tuple[GameRecord, TileSet, str]:
    """Return a game played to its end, its tiles, and the letters in the order of drawing."""
    chance = random.Random(seed)
    letters = "".join(chance.sample(BAG, len(BAG)))
    few = replace(RO, counts={letter: BAG.count(letter) for letter in set(BAG)})
    hands, bag = [letters[:7], letters[7:14]], letters[14:]
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    board, passes, turn = Board(), 0, 0
    while passes < OPEN_GAME.passes_to_end and all(hands):
        rack = hands[turn]
        options = sorted(tried(board, rack, LISTS["ro"], few))
        if options:
            play = chance.choice(options)
            builder.play(turn, play.placement, play.score, rack)
            laid = new_tiles(board, play.placement)
            board, passes = board.lay(laid), 0
            hands[turn] = without(rack, [tile for _, tile in laid]) + bag[: len(laid)]
            bag = bag[len(laid) :]
        else:
            builder.pass_turn(turn, rack)
            passes += 1
        turn = 1 - turn
    return builder.record(), few, letters


def turns_of(record: GameRecord, tiles: TileSet) -> tuple[RecordPosition, ...]:
    """Return the turns of such a game."""
    found, fault = positions(record, tiles, OPEN_GAME)
    assert fault is None
    return found


def lead(position: RecordPosition) -> int:
    """Return the player's lead in points before the placement, in a game of two."""
    return 2 * position.scores[position.player] - sum(position.scores)
