"""The static pass: rank, best move and lost points equal a search of every word."""

import random

import pytest

from engine.analysis.positions import RecordPosition, positions
from engine.analysis.static import static_turn
from engine.gcg.builder import RecordBuilder
from engine.gcg.reader import parse_gcg
from engine.gcg.record import GameRecord, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set
from tests.engine.analysis.games import lead
from tests.engine.tried import GRAPHS, LISTS, played_out, random_rack, tried

RO = load_tile_set("ro")


def record(*moves: tuple[str, str]) -> GameRecord:
    """Return a record of two players with these moves and racks, without a pass."""
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    for number, (typed, rack) in enumerate(moves):
        if typed:
            builder.play(number % 2, parse_placement(typed), 0, rack)
        else:
            builder.pass_turn(number % 2, rack)
    return builder.record()


def only(found: tuple[tuple[RecordPosition, ...], object]) -> tuple[RecordPosition, ...]:
    """Return the positions of a record, with no early end."""
    turns, fault = found
    assert fault is None
    return turns


@pytest.mark.parametrize("seed", range(8))
def test_rank_best_and_sevens_are_those_of_trying_everything(seed: int) -> None:
    """Rank, best move and missed bingos equal those of complete search."""
    chance = random.Random(seed)
    board = played_out(seed, "ro", 3)
    rack = random_rack(chance, RO, seed % 3)
    found = sorted(tried(board, rack, LISTS["ro"], RO))
    if not found:
        return
    made = chance.choice(found)
    position = RecordPosition(
        number=1, player=0, board=board, rack=rack, placement=made.placement, points=made.score
    )

    held = static_turn(position, GRAPHS["ro"], RO, OPEN_GAME)

    assert held is not None
    assert held.rank == 1 + sum(play.score > made.score for play in found)
    assert held.plays == len(found)
    top = max(play.score for play in found)
    assert held.best in [play for play in found if play.score == top]
    assert held.lost == top - made.score


@pytest.mark.article("1.4")
def test_points_not_taken_are_those_that_would_have_counted() -> None:
    """Below the caps of round I a high-scoring opening loses nothing; uncapped it has a rank."""
    game = record(("H7 CASA", "CASAETN"), ("I8 STIRE", "STIREAI"))
    capped = only(positions(game, RO, NATIONAL_2025))
    free = only(positions(game, RO, OPEN_GAME))

    opening = static_turn(capped[0], GRAPHS["ro"], RO, NATIONAL_2025)
    assert opening is not None
    assert opening.best is not None
    assert (capped[0].cap, capped[0].counted, opening.best_points) == (10, 8, 10)
    assert opening.lost == 2
    uncapped = static_turn(free[0], GRAPHS["ro"], RO, OPEN_GAME)
    assert uncapped is not None
    assert uncapped.lost == uncapped.best_points - 8 > 2


@pytest.mark.article("1.4")
def test_a_pass_uses_up_the_cap_of_its_round() -> None:
    """If Red passes first, their second move has the cap of its own round."""
    game = record(("", "CASAETN"), ("H8 SI", "STIREAI"), ("I7 AS", "CASAETN"))
    blue, red = only(positions(game, RO, NATIONAL_2025))

    assert (blue.cap, blue.passes, red.cap, red.passes) == (20, 1, 30, 0)


def test_a_seven_that_was_there_is_counted_unless_one_was_laid() -> None:
    """`ARATARE` opens in fourteen ways, and a player who plays any of them missed none."""
    missed, laid = (
        static_turn(position, GRAPHS["ro"], RO, OPEN_GAME)
        for typed in ("H8 ARE", "H8 ARATARE")
        for position in only(positions(record((typed, "ATARERA")), RO, OPEN_GAME))
    )

    assert missed is not None
    assert laid is not None
    assert (missed.sevens_missed, laid.sevens_missed) == (14, 0)


def test_a_turn_whose_rack_is_unknown_is_not_ranked() -> None:
    """No rack is invented, and one that lacks a tile played is a fault."""
    moves = ("H7 CASA", ""), ("I8 STIRE", "TI")
    (untold,), fault = positions(record(*moves), RO, OPEN_GAME)

    assert static_turn(untold, GRAPHS["ro"], RO, OPEN_GAME) is None
    assert fault is not None
    assert fault.code == "not_on_rack"


def test_a_placement_taken_back_is_a_turn_and_scores_nothing() -> None:
    """A move removed after a challenge leaves board and score unchanged."""
    text = (
        "#player1 ana Ana\n#player2 ion Ion\n"
        ">ana: CASAETN 8G CASA +8 8\n>ana: CASAETN -- -8 0\n>ion: STIREAI 8H AS +4 4\n"
    )
    first, second = only(positions(parse_gcg(text), RO, NATIONAL_2025))

    assert (first.number, second.number) == (1, 3)
    assert second.board.is_empty
    assert second.scores == (0, 0)
    assert lead(second) == 0


def test_passes_before_a_placement_taken_back_still_count() -> None:
    """The placement is none, so the passes around it are in a row."""
    text = (
        "#player1 ana Ana\n#player2 ion Ion\n>ana: CASAETN - +0 0\n"
        ">ion: STIREAI 8H AS +4 4\n>ion: STIREAI -- -4 0\n>ion: STIREAI 8G STIRE +14 14\n"
    )
    assert [one.passes for one in only(positions(parse_gcg(text), RO, OPEN_GAME))] == [1, 1]


def test_a_rack_with_a_tile_that_the_set_does_not_have_ends_the_record() -> None:
    """The line is named, and the earlier part remains."""
    text = (
        "#player1 ana Ana\n#player2 ion Ion\n>ana: CASAETN 8H SA +4 4\n>ion: WATTREI J8 AI +2 2\n"
    )

    found, fault = positions(parse_gcg(text), RO, OPEN_GAME)

    assert [each.number for each in found] == [1]
    assert fault is not None
    assert fault.code == "gcg_unknown_tile"
    assert fault.facts == {"text": "W", "line": 4, "tiles": "ro"}
