"""The highest-scoring game found on a sequence can be played with the score it states."""

import json
import random
from dataclasses import replace

import pytest

from engine.analysis.positions import PASS, positions
from engine.analysis.possible import Search, SequenceGame
from engine.board import Board
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GcgPlayer
from engine.generator import plays
from engine.notation import parse_position
from engine.placement import Placement, new_tiles
from engine.rulesets import NATIONAL_2025, EndBonus, Ruleset, capped
from engine.tiles import TileSet, load_tile_set, value_of, without
from tests.engine.tried import GRAPHS, LISTS, tried

RO = load_tile_set("ro")
BAG = "AAAAAEEEEEIIIIRRRRSSSTTTNNCCLM"


def searched(search: Search, steps: int = 1000) -> Search:
    """Search to the end, or this many steps."""
    while not search.is_done and steps:
        search.step(GRAPHS["ro"])
        steps -= 1
    return search


def sequence(seed: int, size: int, bag: str = BAG) -> tuple[str, TileSet]:
    """Return this many letters, and a tile set with only them."""
    letters = "".join(random.Random(seed).sample(bag, size))
    counts = {letter: letters.count(letter) for letter in sorted(set(letters))}
    return letters, replace(RO, counts=counts)


def most(letters: str, tiles: TileSet, rules: Ruleset) -> int:
    """Return the highest total by playing every possible game; a pass only if forced."""
    values = {EndBonus.TRANSFER: 0, EndBonus.DEDUCT_ONLY: -1, EndBonus.DOUBLE: 2}

    def rest(board: Board, hands: tuple[str, str], drawn: int, turn: int, passes: int) -> int:
        mine, theirs = hands
        totals = []
        for play in tried(board, mine, LISTS["ro"], tiles):
            laid = new_tiles(board, play.placement)
            hand = without(mine, [tile for _, tile in laid]) + letters[drawn : drawn + len(laid)]
            points = capped(play.score, rules.cap(turn % 2, turn // 2))
            if hand:
                after = board.lay(laid), (theirs, hand), drawn + len(laid), turn + 1, 0
                totals.append(points + rest(*after))
            else:
                totals.append(points + values[rules.end_bonus] * value_of(theirs, tiles))
        if totals:
            return max(totals)
        if passes + 1 == rules.passes_to_end:
            return -value_of(mine + theirs, tiles)
        return rest(board, (theirs, mine), drawn, turn + 1, passes + 1)

    size = rules.rack_size
    return rest(Board(), (letters[:size], letters[size : 2 * size]), 2 * size, 0, 0)


@pytest.mark.article("1.4", "4.3")
@pytest.mark.parametrize("seed", range(5))
def test_with_room_for_every_board_it_finds_the_most_there_is(seed: int) -> None:
    """Caps, forced passes and tiles left at the end are included."""
    chance = random.Random(seed)
    rules = replace(
        NATIONAL_2025, rack_size=2, all_tiles_bonus=0, end_bonus=chance.choice(list(EndBonus))
    )
    letters, tiles = sequence(seed, 6, "AAEEIRSTTNC")

    search = searched(Search(letters, tiles, rules, width=5000, ways=5000))

    assert search.best is not None
    assert search.best.total == most(letters, tiles, rules)


def replayed(course: SequenceGame, letters: str, tiles: TileSet) -> tuple[int, int]:
    """Replay the game's turns as a record with racks; return the counted points of each."""
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    board, hands, drawn = Board(), [letters[:7], letters[7:14]], 14
    for turn, step in enumerate(course.steps):
        who = turn % 2
        if step == PASS:
            builder.pass_turn(who, hands[who])
            continue
        found = {
            (play.position, play.word): play
            for play in plays(board, hands[who], GRAPHS["ro"], tiles, NATIONAL_2025)
        }
        play = found[step.position, step.word]
        builder.play(who, play.placement, play.score, hands[who])
        laid = new_tiles(board, Placement(*parse_position(step.position), step.word))
        hands[who] = without(hands[who], [tile for _, tile in laid])
        hands[who] += letters[drawn : drawn + len(laid)]
        board, drawn = board.lay(laid), drawn + len(laid)
    assert board == course.board
    assert tuple(hands) == course.racks
    found_positions, fault = positions(builder.record(), tiles, NATIONAL_2025)
    assert fault is None
    red, blue = (
        sum(one.counted for one in found_positions if one.player == who) for who in range(2)
    )
    return red, blue


@pytest.mark.parametrize("seed", range(2))
def test_what_is_found_is_a_game_that_may_be_played_for_these_points(seed: int) -> None:
    """Each turn is legal with its rack, and each figure is the counted one."""
    letters, tiles = sequence(seed, len(BAG))

    best = searched(Search(letters, tiles, NATIONAL_2025, width=4)).best

    assert best is not None
    red, blue = replayed(best, letters, tiles)
    held = [value_of(hand, tiles) for hand in best.racks]
    ended = (red - held[0] + held[1], blue - held[1] + held[0])
    assert best.scores == (ended if 0 in held else (red - held[0], blue - held[1]))


def test_more_room_finds_no_less() -> None:
    """A larger width finds more points on this sequence, which a beam search need not do."""
    letters, tiles = sequence(3, len(BAG))
    totals = []
    for width in (1, 6):
        best = searched(Search(letters, tiles, NATIONAL_2025, width)).best
        assert best is not None
        totals.append(best.total)

    assert totals[0] < totals[1]


@pytest.mark.parametrize("stop", [1, 9])
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not(stop: int) -> None:
    """Stored as text and resumed, it gives the same game."""
    letters, tiles = sequence(4, len(BAG))
    whole = searched(Search(letters, tiles, NATIONAL_2025, 3))

    kept = json.dumps(searched(Search(letters, tiles, NATIONAL_2025, 3), stop).saved())
    again = searched(Search.restored(json.loads(kept), tiles, NATIONAL_2025))

    assert again.best == whole.best
    with pytest.raises(ValueError, match=NATIONAL_2025.name):
        Search.restored(json.loads(kept), tiles, replace(NATIONAL_2025, name="other"))
